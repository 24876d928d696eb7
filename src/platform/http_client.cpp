#include "platform/http_client.hpp"

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <system_error>

#include <curl/curl.h>

#include "platform/library.hpp"

namespace arbiter::platform {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// The functions of libcurl, which is loaded for the first request. It is prepared once in a process;
/// the first caller waits for it.
struct Libcurl {
    Library library{libcurl};
    decltype(&curl_easy_cleanup) easy_cleanup = library["curl_easy_cleanup"];
    decltype(&curl_slist_free_all) slist_free_all = library["curl_slist_free_all"];
    decltype(&curl_multi_cleanup) multi_cleanup = library["curl_multi_cleanup"];
    decltype(&curl_easy_init) easy_init = library["curl_easy_init"];
    decltype(&curl_easy_setopt) easy_setopt = library["curl_easy_setopt"];
    decltype(&curl_easy_getinfo) easy_getinfo = library["curl_easy_getinfo"];
    decltype(&curl_slist_append) slist_append = library["curl_slist_append"];
    decltype(&curl_easy_strerror) easy_strerror = library["curl_easy_strerror"];
    decltype(&curl_multi_init) multi_init = library["curl_multi_init"];
    decltype(&curl_multi_add_handle) multi_add_handle = library["curl_multi_add_handle"];
    decltype(&curl_multi_perform) multi_perform = library["curl_multi_perform"];
    decltype(&curl_multi_poll) multi_poll = library["curl_multi_poll"];
    decltype(&curl_multi_info_read) multi_info_read = library["curl_multi_info_read"];
    decltype(&curl_multi_remove_handle) multi_remove_handle = library["curl_multi_remove_handle"];
    decltype(&curl_multi_wakeup) multi_wakeup = library["curl_multi_wakeup"];
    CURLcode prepared =
        static_cast<decltype(&curl_global_init)>(library["curl_global_init"])(CURL_GLOBAL_DEFAULT);
};

const Libcurl& curl() {
    static const Libcurl functions;
    return functions;
}

struct FreeCurl {
    void operator()(CURL* easy) const { curl().easy_cleanup(easy); }
    void operator()(curl_slist* headers) const { curl().slist_free_all(headers); }
};
struct FreeMulti {
    void operator()(CURLM* multi) const { curl().multi_cleanup(multi); }
};

std::unexpected<HttpError> fault(HttpError::Kind kind, const Url& url, std::string_view what) {
    return std::unexpected(HttpError{kind, to_string(url) + " " + std::string(what)});
}

std::size_t append(const char* bytes, std::size_t, std::size_t count, void* user) {
    std::string& body = *static_cast<std::string*>(user);
    if (count > HttpClient::answer_bytes_max - body.size()) return 0;
    body.append(bytes, count);
    return count;
}

bool is_here(std::string_view host) {
    return host == "localhost" || host == "::1" || host == "[::1]" || host.starts_with("127.");
}

/// One request and what has come back so far.
class Transfer {
public:
    Transfer(const HttpRequest& request, milliseconds time)
        : request_(request), easy_(curl().easy_init()) {
        add_header("Content-Type: application/json");
        add_header("Accept: application/json");
        add_header("Expect:");  // curl would ask before it sends a long body
        for (const auto& [name, value] : request.headers) add_header(name + ": " + value);
        set(CURLOPT_URL, to_string(request.url).c_str());
        set(CURLOPT_PATH_AS_IS, 1L);
        if (is_here(request.url.host)) set(CURLOPT_PROXY, "");
        // A name lookup that still runs when the time is over is left behind, not waited for.
        set(CURLOPT_QUICK_EXIT, 1L);
        set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        set(CURLOPT_USERAGENT, "arbiter");
        set(CURLOPT_HTTPHEADER, headers_.get());
        set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
        set(CURLOPT_POSTFIELDS, request.body.c_str());
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        set(CURLOPT_WRITEFUNCTION, append);
        set(CURLOPT_WRITEDATA, &answer_.body);
        set(CURLOPT_NOSIGNAL, 1L);
        // As OpenSSL reads it; curl does so only in its own program.
        if (const char* trusted = std::getenv("SSL_CERT_FILE")) set(CURLOPT_CAINFO, trusted);
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(time.count()));
    }

    CURL* handle() const { return easy_.get(); }

    std::expected<HttpResponse, HttpError> result(CURLcode code) {
        if (code == CURLE_OPERATION_TIMEDOUT) {
            return fault(HttpError::Kind::timed_out, request_.url, "gives no answer");
        }
        if (code != CURLE_OK) return std::unexpected(fault_of(code));
        answer_.status = static_cast<unsigned>(info<long>(CURLINFO_RESPONSE_CODE));
        const auto wait = info<curl_off_t>(CURLINFO_RETRY_AFTER);
        if (wait > 0) answer_.retry_after = std::chrono::seconds(wait);
        return std::move(answer_);
    }

private:
    template <class Value>
    void set(CURLoption option, Value value) {
        curl().easy_setopt(easy_.get(), option, value);
    }
    template <class Value>
    Value info(CURLINFO which) const {
        Value value{};
        curl().easy_getinfo(easy_.get(), which, &value);
        return value;
    }
    void add_header(const std::string& line) {
        headers_.reset(curl().slist_append(headers_.release(), line.c_str()));
    }

    /// What an error means depends on how far the transfer came: only after the connection, and
    /// TLS if any, does curl begin to send.
    HttpError fault_of(CURLcode code) const {
        const auto reason = info<long>(CURLINFO_OS_ERRNO);
        std::string words = curl().easy_strerror(code);
        if (code == CURLE_COULDNT_CONNECT && reason != 0) {
            words = std::generic_category().message(static_cast<int>(reason));
        }
        if (code == CURLE_PEER_FAILED_VERIFICATION) words = "certificate verify failed";
        if (info<curl_off_t>(CURLINFO_PRETRANSFER_TIME_T) == 0) {
            return fault(HttpError::Kind::unreachable, request_.url, "cannot be reached: " + words)
                .error();
        }
        return fault(HttpError::Kind::broken, request_.url, "gives no proper answer: " + words)
            .error();
    }

    const HttpRequest& request_;
    HttpResponse answer_{};
    std::unique_ptr<curl_slist, FreeCurl> headers_;
    std::unique_ptr<CURL, FreeCurl> easy_;
};

}  // namespace

struct HttpClient::State {
    std::unique_ptr<CURLM, FreeMulti> multi;  ///< made for the first request
    std::mutex mutex;
    bool is_running = false;
    bool is_stopped = false;

    bool stopped() {
        const std::scoped_lock lock(mutex);
        return is_stopped;
    }
    void set_running(bool running) {
        const std::scoped_lock lock(mutex);
        is_running = running;
        is_stopped = false;
    }
};

HttpClient::HttpClient() : state_(std::make_unique<State>()) {}
HttpClient::~HttpClient() = default;

std::expected<HttpResponse, HttpError> HttpClient::post(const HttpRequest& request,
                                                        steady_clock::time_point deadline) {
    const auto time = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    if (time <= milliseconds{0})
        return fault(HttpError::Kind::timed_out, request.url, "gives no answer");
    try {
        if (!state_->multi) state_->multi.reset(curl().multi_init());
    } catch (const LibraryError& error) {
        return fault(HttpError::Kind::unreachable, request.url,
                     std::string("cannot be reached: ") + error.what());
    }
    Transfer transfer(request, time);
    CURLM* const multi = state_->multi.get();
    state_->set_running(true);
    curl().multi_add_handle(multi, transfer.handle());
    int running = 1;
    while (curl().multi_perform(multi, &running) == CURLM_OK && running != 0 &&
           !state_->stopped()) {
        constexpr int wait_ms_max = 1000;
        curl().multi_poll(multi, nullptr, 0, wait_ms_max, nullptr);
    }
    const bool was_stopped = state_->stopped();
    int left = 0;
    const CURLMsg* const message = curl().multi_info_read(multi, &left);
    const CURLcode code = message == nullptr ? CURLE_GOT_NOTHING : message->data.result;
    curl().multi_remove_handle(multi, transfer.handle());
    state_->set_running(false);
    if (was_stopped) return fault(HttpError::Kind::stopped, request.url, "was not waited for");
    return transfer.result(code);
}

void HttpClient::stop() noexcept {
    const std::scoped_lock lock(state_->mutex);
    if (!state_->is_running) return;
    state_->is_stopped = true;
    curl().multi_wakeup(state_->multi.get());
}

}  // namespace arbiter::platform
