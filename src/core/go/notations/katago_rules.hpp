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

/// KataGo's words for single fields.
std::string_view katago_ko(const Rules& rules);
std::string_view katago_bonus(const Rules& rules);

}  // namespace arbiter::go
