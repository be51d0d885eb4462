// The Lua scripts of RedisLink. KEYS[1] is the prefix of the run's keys; each script says its ARGV.
//
// All keys of a run begin with the prefix, so scripts build them. This rules out Redis Cluster,
// which a link does not need. "allow-oom" is for scripts that free memory, or that
// must get through when there is none: everything but shards.
#pragma once

#include <absl/strings/string_view.h>

namespace kvintet::training::redis_scripts {

// ARGV: count. {first, count, epoch, generation}.
inline constexpr absl::string_view kTakeNumbers = R"(#!lua flags=allow-oom
local text = redis.call('GET', KEYS[1] .. 'head')
if not text then return redis.error_reply('NOTFOUND there is no head') end
local head = cjson.decode(text)
local first = tonumber(redis.call('GET', KEYS[1] .. 'next') or '0')
if first < head.first_free then first = head.first_free end
local count = tonumber(ARGV[1])
if head['end'] and head['end'] - first < count then count = head['end'] - first end
if count < 0 then count = 0 end
redis.call('SET', KEYS[1] .. 'next', string.format('%.0f', first + count))
return {first, count, head.epoch, head.generation}
)";

// ARGV: sha, note, bytes, seconds to keep the bytes. The fate as JSON.
inline constexpr absl::string_view kPublish = R"(#!lua
local fate = redis.call('GET', KEYS[1] .. 'fate:' .. ARGV[1])
if fate then return fate end
local bytes = KEYS[1] .. 'shard:' .. ARGV[1]
if redis.call('EXISTS', bytes) == 0 then redis.call('SET', bytes, ARGV[3], 'EX', ARGV[4]) end
local shards = KEYS[1] .. 'shards'
local entry = redis.call('HGET', KEYS[1] .. 'entries', ARGV[1])
if not entry or #redis.call('XRANGE', shards, entry, entry) == 0 then
  redis.call('HSET', KEYS[1] .. 'entries', ARGV[1],
    redis.call('XADD', shards, '*', 'note', ARGV[2]))
end
return '{"fate": "waiting"}'
)";

// ARGV: sha. The fate as JSON.
inline constexpr absl::string_view kFateOf = R"(#!lua flags=no-writes
local fate = redis.call('GET', KEYS[1] .. 'fate:' .. ARGV[1])
if fate then return fate end
local entry = redis.call('HGET', KEYS[1] .. 'entries', ARGV[1])
if entry and #redis.call('XRANGE', KEYS[1] .. 'shards', entry, entry) == 1
    and redis.call('EXISTS', KEYS[1] .. 'shard:' .. ARGV[1]) == 1 then
  return '{"fate": "waiting"}'
end
return '{"fate": "unknown"}'
)";

// ARGV: name, note, seconds that it counts.
inline constexpr absl::string_view kShow = R"(#!lua flags=allow-oom
local now = tonumber(redis.call('TIME')[1])
local seen, notes = KEYS[1] .. 'seen', KEYS[1] .. 'actors'
for _, name in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now - tonumber(ARGV[3]))) do
  redis.call('ZREM', seen, name)
  redis.call('HDEL', notes, name)
end
redis.call('ZADD', seen, now, ARGV[1])
redis.call('HSET', notes, ARGV[1], ARGV[2])
)";

// ARGV: seconds that a note counts. The notes.
inline constexpr absl::string_view kActors = R"(#!lua flags=no-writes
local now = tonumber(redis.call('TIME')[1])
local names = redis.call('ZRANGEBYSCORE', KEYS[1] .. 'seen', now - tonumber(ARGV[1]), '+inf')
local notes = {}
for i, name in ipairs(names) do notes[i] = redis.call('HGET', KEYS[1] .. 'actors', name) end
return notes
)";

// ARGV: the newest epoch that the learner knows of. The new epoch.
inline constexpr absl::string_view kTakeOver = R"(#!lua flags=allow-oom
local newest = tonumber(redis.call('GET', KEYS[1] .. 'epoch') or '0')
local epoch = math.max(newest, tonumber(ARGV[1])) + 1
redis.call('SET', KEYS[1] .. 'epoch', string.format('%.0f', epoch))
return epoch
)";

// Begins each script of the learner, which RedisLink::RunAsLearner puts together. ARGV[1]: its
// epoch. A server that was wiped learns it again.
inline constexpr absl::string_view kFence = R"(#!lua flags=allow-oom
local newest = tonumber(redis.call('GET', KEYS[1] .. 'epoch') or '0')
if newest > tonumber(ARGV[1]) then
  return redis.error_reply('FENCED another learner has taken over (epoch '
    .. string.format('%.0f', newest) .. ')')
end
redis.call('SET', KEYS[1] .. 'epoch', ARGV[1])
)";

// Of the learner. ARGV: epoch, sha, bytes.
inline constexpr absl::string_view kPutBlob = R"(
redis.call('SET', KEYS[1] .. 'blob:' .. ARGV[2], ARGV[3])
)";

// Of the learner. ARGV: epoch, sha.
inline constexpr absl::string_view kDropBlob = R"(
redis.call('DEL', KEYS[1] .. 'blob:' .. ARGV[2])
)";

// Of the learner. May come before kSetHead.
inline constexpr absl::string_view kWantHead = R"(
if redis.call('EXISTS', KEYS[1] .. 'head') == 0 then
  return redis.error_reply('NOTFOUND there is no head')
end
)";

// Of the learner. ARGV: epoch, head, configuration.
inline constexpr absl::string_view kSetHead = R"(
local head = cjson.decode(ARGV[2])
local text = redis.call('GET', KEYS[1] .. 'head')
local before = text and cjson.decode(text) or {}
local same = before.epoch == head.epoch and before.generation == head.generation
if (head['end'] or head.new_run) and not same then
  redis.call('SET', KEYS[1] .. 'next', string.format('%.0f', head.first_free))
end
redis.call('SET', KEYS[1] .. 'config', ARGV[3])
redis.call('SET', KEYS[1] .. 'head', ARGV[2])
)";

// Of the learner. ARGV: how many at most. {id, note} of the oldest entries. The note is empty if
// kPublish cannot have added the entry, since nobody could settle it.
inline constexpr absl::string_view kWaiting = R"(#!lua flags=no-writes
local waiting = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1] .. 'shards', '-', '+', 'COUNT', ARGV[1])) do
  local id, fields = entry[1], entry[2]
  local read, note = pcall(cjson.decode, fields[2])
  local sha = #fields == 2 and read and type(note) == 'table' and note.sha
  local added = type(sha) == 'string' and redis.call('HGET', KEYS[1] .. 'entries', sha) == id
  table.insert(waiting, {id, added and fields[2] or ''})
end
return waiting
)";

// Of the learner. ARGV: epoch, sha, fate, seconds to keep the fate.
inline constexpr absl::string_view kSettle = R"(
local entry = redis.call('HGET', KEYS[1] .. 'entries', ARGV[2])
if entry then
  redis.call('XDEL', KEYS[1] .. 'shards', entry)
  redis.call('HDEL', KEYS[1] .. 'entries', ARGV[2])
end
redis.call('DEL', KEYS[1] .. 'shard:' .. ARGV[2])
redis.call('SET', KEYS[1] .. 'fate:' .. ARGV[2], ARGV[3], 'EX', ARGV[4])
)";

// ARGV: sha. The bytes of a waiting shard; nil, after its entry is removed, if they have expired.
inline constexpr absl::string_view kShardBytes = R"(#!lua flags=allow-oom
local bytes = redis.call('GET', KEYS[1] .. 'shard:' .. ARGV[1])
if bytes then return bytes end
local entry = redis.call('HGET', KEYS[1] .. 'entries', ARGV[1])
if entry then
  redis.call('XDEL', KEYS[1] .. 'shards', entry)
  redis.call('HDEL', KEYS[1] .. 'entries', ARGV[1])
end
return false
)";

}  // namespace kvintet::training::redis_scripts
