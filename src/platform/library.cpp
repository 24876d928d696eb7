#include "platform/library.hpp"

#include <dlfcn.h>
#include <link.h>

namespace arbiter::platform {

Library::Library(const Description& description)
    : description_(description), handle_(dlopen(description.file, RTLD_LAZY | RTLD_LOCAL)) {
    if (handle_ != nullptr) return;
    const char* const why = dlerror();  // names the file
    throw LibraryError(std::string(description.purpose) +
                       " needs a library that is not installed (" + why +
                       "); on Debian: apt install " + description.package);
}

std::string Library::path() const {
    const link_map* map = nullptr;
    return dlinfo(handle_, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0 ? map->l_name
                                                                           : description_.file;
}

Library::Function Library::operator[](const char* name) const {
    if (void* const address = dlsym(handle_, name)) return Function(address);
    throw LibraryError(std::string(description_.purpose) + " needs a newer " + description_.file +
                       ": this one has no " + name);
}

}  // namespace arbiter::platform
