#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/rules.hpp"

/// Rules as KataGo writes them: koSIMPLEscoreTERRITORYtaxSEKIsui0whb0komi6.5. Group tax, the button and
/// Spight's ko have no counterpart here.
namespace arbiter::go {

/// Nothing if it is not that. The prefix `katago:` may stand before it.
std::optional<Rules> read_katago_rules(std::string_view text);
/// A ko rule that KataGo does not have is written as the nearest.
std::string write_katago_rules(const Rules& rules);

/// The same as the object that KataGo's commands exchange: {"ko":"SIMPLE",...}, without komi.
std::string katago_json(const Rules& rules);
/// Such an object as `read_katago_rules` takes it; nothing if it is none.
std::optional<std::string> read_katago_json(std::string_view text);

}  // namespace arbiter::go
