#include <mutex>

#include "server/mcp/call.hpp"

/// Clients that want to know when a game changes.
namespace arbiter::server::mcp {

namespace {

constexpr std::string_view subscription_key = "io.modelcontextprotocol/subscriptionId";

/// `listening` is the id of the request to listen; null: the client subscribed.
std::string updated(std::string_view uri, const Json& listening) {
    JsonWriter out;
    out.object([&] {
        out.member("jsonrpc", "2.0");
        out.member("method", "notifications/resources/updated");
        out.key("params");
        out.object([&] {
            if (!listening.is_null()) {
                out.key("_meta");
                out.object([&] { out.member(subscription_key, listening); });
            }
            out.member("uri", uri);
        });
    });
    return out.take();
}

std::string acknowledged(const std::vector<std::string>& uris, const Json& listening) {
    JsonWriter out;
    out.object([&] {
        out.member("jsonrpc", "2.0");
        out.member("method", "notifications/subscriptions/acknowledged");
        out.key("params");
        out.object([&] {
            out.key("_meta");
            out.object([&] { out.member(subscription_key, listening); });
            out.key("notifications");
            out.object([&] {
                out.key("resourceSubscriptions");
                out.array([&] {
                    for (const std::string& uri : uris) out.value(uri);
                });
            });
        });
    });
    return out.take();
}

}  // namespace

void Machine::watch(const std::vector<std::string>& uris, const Call& call, Changed changed,
                    Watched done) const {
    struct Opening {
        std::vector<std::shared_ptr<void>> watches;
        std::size_t left;
        bool has_failed = false;
        Watched done;
        std::mutex mutex{};
    };
    const auto opening = std::make_shared<Opening>();
    opening->left = uris.size();
    opening->done = std::move(done);
    const auto finish = [opening](std::shared_ptr<void> watch) {
        std::unique_lock lock(opening->mutex);
        opening->has_failed = opening->has_failed || watch == nullptr;
        opening->watches.push_back(std::move(watch));
        if (--opening->left > 0) return;
        lock.unlock();
        auto all =
            std::make_shared<std::vector<std::shared_ptr<void>>>(std::move(opening->watches));
        opening->done(opening->has_failed ? nullptr : std::move(all));
    };
    for (const std::string& uri : uris) {
        auto request = changes_of(uri, call.caller.authorization);
        if (!request) {
            finish(nullptr);
            continue;
        }
        Request sent = call.of_caller(std::move(*request));
        sent.given_up = {};  // it lasts longer than the request for it
        carrier_(std::move(sent), [uri, changed, finish](Response response) {
            if (!response.stream) return finish(nullptr);
            finish(response.stream(
                std::make_shared<ChangeFeed>([uri, changed] { return changed(uri); })));
        });
    }
}

void Machine::subscribe(Call call, Done done) const {
    const auto* uri = text(call.params, "uri");
    if (uri == nullptr) return done(Fault{invalid_params, "uri must be a string"}.to(call.id));
    const auto subscriptions = call.caller.subscriptions;
    if (subscriptions == nullptr) {
        return done(Fault{invalid_request, "there is no stream for notifications"}.to(call.id));
    }
    const auto changed = [weak = std::weak_ptr(subscriptions)](const std::string& of) {
        const auto there = weak.lock();
        return there != nullptr && there->tell(updated(of, Json{}));
    };
    const std::vector<std::string> uris{*uri};
    watch(uris, call, changed,
          [subscriptions, name = *uri, call, finish = std::move(done)](auto watched) mutable {
              const Problem none = problem(404, "no_such_resource", "there is no such game");
              if (watched == nullptr) return finish(Fault::unread(call, name, none).to(call.id));
              subscriptions->remove(name);
              if (!subscriptions->add(name, std::move(watched))) {
                  return finish(Fault{invalid_request, "too many subscriptions"}.to(call.id));
              }
              finish(call.result(Freshness::none, [](JsonWriter&) {}));
          });
}

void Machine::unsubscribe(Call call, Done done) const {
    const auto* uri = text(call.params, "uri");
    if (uri == nullptr) return done(Fault{invalid_params, "uri must be a string"}.to(call.id));
    if (call.caller.subscriptions) call.caller.subscriptions->remove(*uri);
    done(call.result(Freshness::none, [](JsonWriter&) {}));
}

/// Since 2026-07-28: the answer is a stream, over HTTP one of its own, otherwise the connection.
void Machine::listen(Call call, Done done) const {
    const Json* wanted = call.params.find("notifications");
    const Json* listed = wanted != nullptr ? wanted->find("resourceSubscriptions") : nullptr;
    std::vector<std::string> uris;
    for (const Json& uri : entries_of(listed)) {
        if (const auto* name = uri.as<std::string>()) uris.push_back(*name);
    }
    if (uris.empty() || uris.size() > Subscriptions::watches_max) {
        return done(Fault{invalid_params, "resourceSubscriptions must name from 1 to 100 games"}.to(
            call.id));
    }
    const auto refuse = [id = call.id] {
        return Fault{invalid_params, "only games that are there can be watched"}.to(id);
    };
    if (const auto subscriptions = call.caller.subscriptions) {
        const auto changed = [weak = std::weak_ptr(subscriptions),
                              id = call.id](const std::string& of) {
            const auto there = weak.lock();
            return there != nullptr && there->tell(updated(of, id));
        };
        return watch(uris, call, changed,
                     [subscriptions, uris, id = call.id, refuse,
                      finish = std::move(done)](auto watched) mutable {
                         if (watched == nullptr) return finish(refuse());
                         subscriptions->tell(acknowledged(uris, id));
                         subscriptions->add(name_of(id), std::move(watched));
                         finish({.message = {}});
                     });
    }
    // The feed is there once the head of the response is sent.
    const auto outlet = std::make_shared<std::shared_ptr<Feed>>();
    const auto changed = [outlet, id = call.id](const std::string& of) {
        return *outlet == nullptr || (*outlet)->send(event_of(updated(of, id)));
    };
    watch(uris, call, changed,
          [outlet, uris, id = call.id, refuse, finish = std::move(done)](auto watched) mutable {
              if (watched == nullptr) return finish(refuse());
              Answer answer;
              answer.stream = [outlet, uris, id, watched](std::shared_ptr<Feed> feed) {
                  feed->send(event_of(acknowledged(uris, id)));
                  *outlet = std::move(feed);
                  return watched;
              };
              finish(std::move(answer));
          });
}

}  // namespace arbiter::server::mcp
