#include "cli/configuration.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <span>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "cli/names.hpp"
#include "platform/folders.hpp"

namespace arbiter::cli {

namespace {

constexpr std::array<std::string_view, 5> not_configurable = {"help", "json", "config",
                                                              "print-config", "open"};

std::string name_of(const CLI::Option& option) {
    return option.get_lnames().empty() ? "" : option.get_lnames().front();
}

bool is_configurable(const CLI::Option& option) {
    const std::string name = name_of(option);
    return !name.empty() && std::ranges::find(not_configurable, name) == not_configurable.end();
}

std::vector<CLI::Option*> configurable(CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return is_configurable(*option); });
}

struct Given {
    std::string place;  // "ARBITER_PORT"
    std::vector<std::string> values;
};

void fill_in(CLI::Option& option, const Given& given) {
    if (option.count() > 0) return;
    try {
        option.add_result(given.values);
        option.run_callback();
    } catch (const CLI::ParseError& error) {
        throw usage_error(fmt::format("{}: {}", given.place, error.what()));
    }
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.") == text.npos &&
           text.find_first_of("0123456789") == 0 && std::ranges::count(text, '.') <= 1;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string value_of(const CLI::Option& option) {
    std::vector<std::string> values = option.results();
    if (values.empty() && !option.get_default_str().empty()) values = {option.get_default_str()};
    const bool several = option.get_items_expected_max() > 1;
    std::string text;
    for (const std::string& value : values) {
        if (!text.empty()) text += ", ";
        text += is_number(value) ? value : quoted(value);
    }
    if (several) return '[' + (text == "\"[]\"" ? "" : text) + ']';
    return text.empty() ? "\"\"" : text;
}

}  // namespace

std::filesystem::path configuration_file() {
    const auto folder = platform::configuration_folder();
    return folder.empty() ? folder : folder / "arbiter.toml";
}

std::string Configuration::variable(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) {
        return c == '-' ? '_' : static_cast<char>(std::toupper(c));
    });
    return "ARBITER_" + name;
}

void Configuration::add_to(CLI::App& command) {
    command_ = &command;
    command.add_option("--config", file_, "Read options from this TOML file")->type_name("FILE");
    command.add_flag("--print-config", print_,
                     "Print the resulting options as a TOML file, and exit");
}

void Configuration::complete() const {
    read_environment();
    read_file();
}

void Configuration::read_environment() const {
    for (CLI::Option* option : configurable(*command_)) {
        const std::string name = variable(name_of(*option));
        const char* value = std::getenv(name.c_str());
        if (value != nullptr && *value != '\0') fill_in(*option, {name, {value}});
    }
}

void Configuration::read_file() const {
    const char* named = std::getenv("ARBITER_CONFIG");
    std::string file = file_.empty() && named != nullptr ? named : file_;
    std::error_code error;
    if (file.empty() && std::filesystem::exists(configuration_file(), error)) {
        file = configuration_file().string();
    }
    if (file.empty()) return;
    std::ifstream in(file);
    if (!in) throw system_error("read " + file, errno);

    std::vector<std::string> names;
    for (const CLI::Option* option : configurable(*command_)) names.push_back(name_of(*option));
    const std::vector<std::string_view> known(names.begin(), names.end());
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(in)) {
        if (item.name == "++" || item.name == "--") continue;  // where a [section] begins and ends
        if (!item.parents.empty() && item.parents != std::vector{command_->get_name()}) continue;
        require_known("option in " + file, item.name, known);
        CLI::Option& option = *command_->get_option("--" + item.name);
        const bool is_nothing = std::ranges::all_of(item.inputs, &std::string::empty);
        if (is_nothing && option.get_items_expected_max() > 1) continue;  // an empty list
        fill_in(option, {file + ": " + item.name, item.inputs});
    }
}

std::string Configuration::text() const {
    std::string out;
    for (const CLI::Option* option : configurable(*command_)) {
        const std::string name = name_of(*option);
        out += fmt::format("# {}. {}\n", option->get_description(), variable(name));
        const bool secret = option->get_group() == secrets;
        out += secret ? fmt::format("# {} =\n\n", name)
                      : fmt::format("{} = {}\n\n", name, value_of(*option));
    }
    out.pop_back();
    return out;
}

}  // namespace arbiter::cli
