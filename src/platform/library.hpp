#pragma once

#include <stdexcept>
#include <string>

namespace arbiter::platform {

/// A library of the system is not installed, or too old. The sentence says what to install.
struct LibraryError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A library of the system that is loaded when something needs it: the program runs without it. It
/// stays loaded until the process ends.
class Library {
public:
    struct Description {
        const char* file;     ///< as the loader looks for it: "libpq.so.5"
        const char* purpose;  ///< what it is for: "PostgreSQL"
        const char* package;  ///< Debian's package that has it: "libpq5"
    };

    /// Throws a LibraryError.
    explicit Library(const Description& description);

    /// The address of a function, as a pointer to whatever function it is assigned to.
    class Function {
    public:
        explicit Function(void* address) : address_(address) {}
        template <class Signature>
        operator Signature*() const {  // NOLINT(google-explicit-constructor): that is its purpose
            return reinterpret_cast<Signature*>(address_);
        }

    private:
        void* address_;
    };

    /// The file that was loaded.
    std::string path() const;

    /// A function of the library or of one that it depends on. Throws a LibraryError.
    Function operator[](const char* name) const;

private:
    Description description_;
    void* handle_;
};

// What the program can use and does not need.
inline constexpr Library::Description librsvg{"librsvg-2.so.2", "a PNG", "librsvg2-2"};
inline constexpr Library::Description libpq{"libpq.so.5", "PostgreSQL", "libpq5"};
inline constexpr Library::Description libcurl{"libcurl.so.4", "a request to an agent or a model",
                                              "libcurl4"};

}  // namespace arbiter::platform
