/** The scripts that the store runs. Each is atomic, and one round trip. */
import { createHash } from 'node:crypto';
import { maxFindings } from '../../world/gate/gate-evidence.ts';
import type { Script } from './connection/connection.ts';

const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** The number of entries that one answer has at most. */
const maxEntries = 500;

/** In bytes: of a longer answer, a slow network would make an outage. One entry is always part of it. */
const maxAnswerLength = 1024 * 1024;

/** Real time of the store, so that the clocks of the servers need not agree. */
const readTime = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Keeps everything for as long as the option states. Not with each call: the times are exact to a sixteenth. What all worlds share
 * is never kept for less than before: another server may keep its worlds for longer.
 */
const touch = `
local function touch()
  local keep = tonumber(ARGV[5])
  local expiry = tonumber(redis.call('HGET', KEYS[1], 'expiry') or '0')
  if expiry - now > keep then return end
  local ttl = math.ceil(keep * 17 / 16)
  redis.call('HSET', KEYS[1], 'expiry', string.format('%d', now + ttl))
  redis.call('ZADD', KEYS[4], now + ttl, ARGV[6])
  for index = 1, #KEYS do
    if index <= 3 or redis.call('PTTL', KEYS[index]) < ttl then redis.call('PEXPIRE', KEYS[index], ttl) end
  end
end
`;

/** Counts are kept at least as long as the worlds: they may be new, while the worlds were kept before. */
const keepEvidence = `
local function keepEvidence()
  local ttl = redis.call('PTTL', KEYS[4])
  if ttl < 0 then ttl = math.ceil(tonumber(ARGV[5]) * 17 / 16) end
  redis.call('PEXPIRE', KEYS[7], ttl, 'NX')
  redis.call('PEXPIRE', KEYS[8], ttl, 'NX')
end
`;

/**
 * Commits what was done to a world, if the world is still as it was known: its id (empty: there is no such world) and its last
 * entry. Else it returns what has happened since.
 *
 * The id of an entry is its number and, after a hyphen, a random number. A store that fails over, or that is restored from a
 * backup, may have lost entries: others then have their numbers, and a server that knows the lost ones loads the world again.
 *
 * Everything is checked, and the commit announced, before the first write: a user of the store who may not do one of these
 * changes nothing.
 *
 * KEYS: meta, log, snapshot of the world; worlds, service, scenarios, counts, findings of the prefix.
 * ARGV: 1 operation (check, append, open, delete; remove: whatever it is), 2 id, 3 last entry, 4 entry, 5 time to keep, 6 name, 7 maximum of worlds,
 * 8 new id, 9 service, 10 hashes of the scenarios that the entry names, 11 channel, 12 sender, 13 id of the entry, 14 number of
 * counts, then the counts (name, count) and the findings (kind, key, row, count).
 */
export const commitScript = script(`
${readTime}
${touch}
${keepEvidence}
local operation, id, known = ARGV[1], ARGV[2], ARGV[3]
local isEntry = operation == 'open' or operation == 'append'
local isEnd = operation == 'delete' or operation == 'remove'
local service = redis.call('GET', KEYS[5])
if service and service ~= ARGV[9] then return {'service'} end
local meta = redis.call('HMGET', KEYS[1], 'id', 'last', 'snapshot')
local present, last = meta[1] or '', meta[2] or ''
if operation ~= 'remove' and (present ~= id or last ~= known) then
  if present == '' then return {'gone'} end
  if present == id then
    local entries = redis.call('XRANGE', KEYS[2], known, '+', 'COUNT', ${maxEntries + 1})
    if entries[2] and entries[1][1] == known then
      local answer, size = {'behind'}, 0
      for index = 2, #entries do
        local text = entries[index][2][2]
        size = size + #text
        if index > 2 and size > ${maxAnswerLength} then break end
        answer[#answer + 1] = entries[index][1]
        answer[#answer + 1] = text
      end
      return answer
    end
  end
  return {'load'}
end
if isEntry then
  for hash in string.gmatch(ARGV[10], '%x+') do
    if redis.call('HEXISTS', KEYS[6], hash) == 0 then return {'scenario'} end
  end
end
if operation == 'open' then
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[7]) then return {'full'} end
end
if operation ~= 'check' then redis.call('PUBLISH', ARGV[11], ARGV[12]) end
if operation == 'open' then
  if not service then redis.call('SET', KEYS[5], ARGV[9]) end
  present = ARGV[8]
  redis.call('DEL', KEYS[2], KEYS[3])
  redis.call('HSET', KEYS[1], 'id', present)
end
if isEnd then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('ZREM', KEYS[4], ARGV[6])
end
if isEntry then
  redis.call('XADD', KEYS[2], ARGV[13], 'e', ARGV[4])
  redis.call('HSET', KEYS[1], 'last', ARGV[13])
end
local index = 15
for _ = 1, tonumber(ARGV[14]) do
  redis.call('HINCRBY', KEYS[7], ARGV[index], ARGV[index + 1])
  index = index + 2
end
while ARGV[index] do
  local kind, count = ARGV[index], ARGV[index + 3]
  local field = kind .. ' ' .. ARGV[index + 1]
  local known = redis.call('HEXISTS', KEYS[8], field) == 1
  local row = known and 0 or redis.call('HINCRBY', KEYS[7], 'rows ' .. kind, 1)
  if row <= ${maxFindings} then
    if not known then redis.call('HSET', KEYS[8], field, string.format('[%d,%s]', row, ARGV[index + 2])) end
    redis.call('HINCRBY', KEYS[7], 'row ' .. field, count)
  else
    redis.call('HINCRBY', KEYS[7], 'dropped ' .. kind, count)
  end
  index = index + 4
end
if present ~= '' and not isEnd then touch() end
if ARGV[15] then keepEvidence() end
return {'ok', meta[3] or '0'}
`);

/**
 * Everything that a new replica of a world needs: id, id of the last entry, number of the entry after which the snapshot was
 * taken (0: none), snapshot; then the entries, each after its id. Empty if there is no such world.
 *
 * KEYS: as above.
 */
export const loadScript = script(`
local meta = redis.call('HMGET', KEYS[1], 'id', 'last', 'snapshot')
if not meta[1] then return {} end
local snapshot = meta[3] and redis.call('GET', KEYS[3]) or ''
local answer = {meta[1], meta[2] or '', meta[3] or '0', snapshot}
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do
  answer[#answer + 1] = entry[1]
  answer[#answer + 1] = entry[2][2]
end
return answer
`);

/**
 * Replaces the snapshot of a world by a later one, and removes the entries that nobody needs any more.
 *
 * KEYS: as above. ARGV: 1 id, 2 number of the entry after which it was taken, 3 snapshot, 4 number of the first entry to keep,
 * 5 id of the entry after which it was taken: the store may have lost it.
 */
export const snapshotScript = script(`
local meta = redis.call('HMGET', KEYS[1], 'id', 'snapshot')
if meta[1] ~= ARGV[1] or tonumber(meta[2] or '0') >= tonumber(ARGV[2]) then return 0 end
if not redis.call('XRANGE', KEYS[2], ARGV[5], ARGV[5])[1] then return 0 end
redis.call('SET', KEYS[3], ARGV[3], 'PX', redis.call('PTTL', KEYS[1]))
redis.call('HSET', KEYS[1], 'snapshot', ARGV[2])
redis.call('XTRIM', KEYS[2], 'MINID', ARGV[4] .. '-0')
return 1
`);

/**
 * The worlds: name, id and id of the last entry, one after the other.
 *
 * KEYS: worlds. ARGV: 1 the beginning of the keys of worlds.
 */
export const listScript = script(`
${readTime}
local names = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf')
local answer = {}
for _, name in ipairs(names) do
  local meta = redis.call('HMGET', ARGV[1] .. name, 'id', 'last')
  if meta[1] then
    answer[#answer + 1] = name
    answer[#answer + 1] = meta[1]
    answer[#answer + 1] = meta[2] or ''
  end
end
return answer
`);

/**
 * Claims the prefix for a service, unless it has worlds of another one. Returns the service that the prefix belongs to.
 *
 * KEYS: worlds, service, scenarios. ARGV: 1 service, 2 time to keep.
 */
export const claimScript = script(`
${readTime}
local present = redis.call('GET', KEYS[2])
if present == ARGV[1] then return present end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if present and redis.call('ZCARD', KEYS[1]) > 0 then return present end
redis.call('DEL', KEYS[3])
redis.call('SET', KEYS[2], ARGV[1], 'PX', math.ceil(tonumber(ARGV[2]) * 17 / 16))
return ARGV[1]
`);

/**
 * Finds out whether the store accepts changes, after it has rejected one. Returns the service that the prefix belongs to.
 *
 * KEYS: service, and one that nothing else uses. ARGV: 1 service.
 */
export const probeScript = script(`
redis.call('SET', KEYS[2], '', 'PX', 1000)
return redis.call('GET', KEYS[1]) or ARGV[1]
`);
