/** The scripts that the store runs. Each is atomic, and one round trip. */
import { createHash } from 'node:crypto';
import { maxFindings } from '../../world/gate/gate-evidence.ts';

export interface Script {
  readonly text: string;
  /** By which the store finds a script that it has run before. */
  readonly sha: string;
}

const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** The number of entries that one answer has at most. */
const maxEntries = 500;

/** Real time of the store, so that the clocks of the servers need not agree. */
const readTime = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Keeps everything for as long as the option says. Not with each call: the times are exact to a sixteenth. */
const touch = `
local function touch(all)
  local keep = tonumber(ARGV[5])
  local expiry = tonumber(redis.call('HGET', KEYS[1], 'expiry') or '0')
  if not all and expiry - now > keep then return end
  local ttl = math.ceil(keep * 17 / 16)
  redis.call('HSET', KEYS[1], 'expiry', string.format('%d', now + ttl))
  redis.call('ZADD', KEYS[4], now + ttl, ARGV[6])
  for index = 1, #KEYS do redis.call('PEXPIRE', KEYS[index], ttl) end
end
`;

/**
 * Commits what was done to a world, if the world is still as it was known: its id (empty: there is no such world) and the number
 * of its last entry. Else it returns what has happened since.
 *
 * KEYS: meta, log, snapshot of the world; worlds, service, scenarios, counts, findings of the prefix.
 * ARGV: 1 operation (check, append, open, delete), 2 id, 3 number, 4 entry, 5 time to keep, 6 name, 7 maximum of worlds,
 * 8 new id, 9 service, 10 hashes of the scenarios that the entry names, 11 channel, 12 sender, 13 number of counts, then the
 * counts (name, count) and the findings (kind, key, row, count).
 */
export const commitScript = script(`
${readTime}
${touch}
local operation, id, seq = ARGV[1], ARGV[2], tonumber(ARGV[3])
local meta = redis.call('HMGET', KEYS[1], 'id', 'seq', 'snapshot')
local present, last = meta[1] or '', tonumber(meta[2] or '0')
if present ~= id or last ~= seq then
  if present == '' then return {'gone'} end
  if present == id and seq < last then
    local entries = redis.call('XRANGE', KEYS[2], string.format('%d-0', seq + 1), '+', 'COUNT', ${maxEntries})
    if entries[1] and entries[1][1] == string.format('%d-0', seq + 1) then
      local answer = {'behind'}
      for index, entry in ipairs(entries) do answer[index + 1] = entry[2][2] end
      return answer
    end
  end
  return {'load'}
end
if operation == 'open' or operation == 'append' then
  for hash in string.gmatch(ARGV[10], '%x+') do
    if redis.call('HEXISTS', KEYS[6], hash) == 0 then return {'scenario'} end
  end
end
if operation == 'open' then
  local service = redis.call('GET', KEYS[5])
  if service and service ~= ARGV[9] then return {'service'} end
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[7]) then return {'full'} end
  if not service then redis.call('SET', KEYS[5], ARGV[9]) end
  present = ARGV[8]
  redis.call('HSET', KEYS[1], 'id', present)
end
if operation == 'delete' then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('ZREM', KEYS[4], ARGV[6])
end
if operation == 'open' or operation == 'append' then
  redis.call('XADD', KEYS[2], string.format('%d-0', seq + 1), 'e', ARGV[4])
  redis.call('HSET', KEYS[1], 'seq', string.format('%d', seq + 1))
end
local index = 14
for _ = 1, tonumber(ARGV[13]) do
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
if operation ~= 'check' then redis.call('PUBLISH', ARGV[11], ARGV[12]) end
if present ~= '' and operation ~= 'delete' then touch(operation == 'open') end
return {'ok', meta[3] or '0'}
`);

/**
 * Everything that a new replica of a world needs: id, number of the entry after which the snapshot was taken (0: none),
 * snapshot, number of the first entry, entries. Empty if there is no such world.
 *
 * KEYS: as above.
 */
export const loadScript = script(`
local meta = redis.call('HMGET', KEYS[1], 'id', 'snapshot')
if not meta[1] then return {} end
local entries = redis.call('XRANGE', KEYS[2], '-', '+')
local first = entries[1] and string.match(entries[1][1], '^%d+') or '0'
local answer = {meta[1], meta[2] or '0', redis.call('GET', KEYS[3]) or '', first}
for index, entry in ipairs(entries) do answer[index + 4] = entry[2][2] end
return answer
`);

/**
 * Replaces the snapshot of a world by a later one, and removes the entries that nobody needs any more.
 *
 * KEYS: as above. ARGV: 1 id, 2 number of the entry after which it was taken, 3 snapshot, 4 number of the first entry to keep,
 * 5 time to keep.
 */
export const snapshotScript = script(`
local meta = redis.call('HMGET', KEYS[1], 'id', 'snapshot')
if meta[1] ~= ARGV[1] or tonumber(meta[2] or '0') >= tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[3], ARGV[3], 'PX', math.ceil(tonumber(ARGV[5]) * 17 / 16))
redis.call('HSET', KEYS[1], 'snapshot', ARGV[2])
redis.call('XTRIM', KEYS[2], 'MINID', ARGV[4] .. '-0')
return 1
`);

/**
 * The worlds: name, id and number of the last entry, one after the other.
 *
 * KEYS: worlds. ARGV: 1 the beginning of the keys of worlds.
 */
export const listScript = script(`
${readTime}
local names = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf')
local answer = {}
for _, name in ipairs(names) do
  local meta = redis.call('HMGET', ARGV[1] .. name, 'id', 'seq')
  if meta[1] then
    answer[#answer + 1] = name
    answer[#answer + 1] = meta[1]
    answer[#answer + 1] = meta[2]
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
