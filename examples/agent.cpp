// An agent in C++: arbiter calls it as the player `stdio:./agent`.
//
//     c++ -std=c++17 -o agent examples/agent.cpp
//
// This one plays at random; replace `choose` by something that thinks. JSON is read with
// nlohmann's library (Debian: nlohmann-json3-dev).

#include <iostream>
#include <random>
#include <string>

#include <nlohmann/json.hpp>

using nlohmann::json;

json choose(const json& request) {
    static std::mt19937 random{std::random_device{}()};
    const json& legal = request.at("legal");
    if (legal.empty()) return {{"action", "roll"}};  // backgammon, before the dice
    std::uniform_int_distribution<std::size_t> pick(0, legal.size() - 1);
    return {{"move", legal.at(pick(random))}};
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << choose(json::parse(line)) << std::endl;
    }
}
