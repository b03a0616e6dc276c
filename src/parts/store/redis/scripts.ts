/** The scripts that the store runs. Each is atomic, and one round trip. */
import { hash } from 'node:crypto';
import { maxFindings } from '../../../world/evidence/distinct-rows.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import type { Script } from './connection/connection.ts';

const script = (text: string): Script => ({ text, sha: hash('sha1', text) });

const maxEntries = 500;

/** The bytes of an answer: with a longer one, a slow network would make an outage. One entry is always part of it. */
const maxAnswerLength = 1024 * 1024;

/** Real time of the store, so that the clocks of the servers need not agree. */
const readTime = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** A key of another type is reported by its name. What a script reads, it reads before its first write. */
const read = `
local failure
local function read(command, key, ...)
  local value = redis.pcall(command, key, ...)
  if type(value) ~= 'table' or not value.err then return value end
  if string.find(value.err, '^WRONGTYPE') then value = redis.error_reply('WRONGTYPE ' .. key .. ' has another type') end
  failure = failure or value
  return false
end
`;

/** A user who may not ask for it is told that nothing was evicted. */
const evictions = `
local function isEvicting()
  local stats = redis.pcall('INFO', 'stats')
  return type(stats) == 'string' and (tonumber(string.match(stats, 'evicted_keys:(%d+)')) or 0) > 0
end
`;

/**
 * The world and whether all of its parts are there: they expire together, so that one that is missing was removed by somebody, by a
 * store that had no memory, or by a backup that is not whole. `problemOf` names it.
 *
 * The list of the worlds has a member without a name, so that a list that was removed is not taken for one without worlds. A prefix
 * without a list and without a service was emptied or has expired, unless the store evicts keys and was used not long ago.
 */
const readWorld = `
${readTime}
${read}
${evictions}
local meta = redis.pcall('HMGET', KEYS[1], 'id', 'last', 'snapshot', 'trimmed', 'sum', 'changed', 'exchanges')
local function findProblem(name, isInUse)
  if meta.err then return 'has another type', KEYS[1] end
  if not meta[1] then
    if redis.call('EXISTS', unpack(KEYS, 1, 3)) > 0 or tonumber(read('ZSCORE', KEYS[4], name) or '0') > now then
      return 'is missing', KEYS[1]
    end
    if read('ZSCORE', KEYS[4], '') then return end
    if redis.call('EXISTS', KEYS[5]) == 1 or isInUse == '1' and isEvicting() then return 'is missing', KEYS[4] end
    return
  end
  local length = redis.pcall('XLEN', KEYS[2])
  if type(length) == 'table' then return 'has another type', KEYS[2] end
  if length == 0 then return 'is missing', KEYS[2] end
  local last = tonumber(string.match(meta[2] or '', '^(%d+)%-%d+$'))
  if length + (tonumber(meta[4] or '0') or 0) ~= last then return 'is incomplete', KEYS[2] end
  if not tonumber(meta[6]) or not tonumber(meta[7]) then return 'is incomplete', KEYS[1] end
  if not meta[3] then return end
  local size = redis.pcall('STRLEN', KEYS[3])
  if type(size) == 'table' then return 'has another type', KEYS[3] end
  if size == 0 then return 'is missing', KEYS[3] end
end
local function problemOf(name, isInUse)
  local reason, key = findProblem(name, isInUse)
  if reason then return {'damaged', key .. ' ' .. reason} end
end
`;

/** An entry in an answer: its id, text, checksum, and what is added to the numbers of its exchanges. */
const addEntry = `
local function addEntry(answer, entry)
  answer[#answer + 1] = entry[1]
  answer[#answer + 1] = entry[2][2]
  answer[#answer + 1] = entry[2][4] or ''
  answer[#answer + 1] = entry[2][6] or '0'
end
`;

/**
 * Keeps everything for as long as the option states. Not with each call: the times are exact to a sixteenth. What all worlds share
 * is never kept for less than before: another server may keep its worlds for longer.
 */
const touch = `
local function touch(isListed, service)
  local keep, left = tonumber(ARGV[5]), redis.call('PTTL', KEYS[1])
  if left > keep and isListed and service then return end
  if not service then redis.call('SET', KEYS[5], ARGV[9]) end
  local ttl = math.max(math.ceil(keep * 17 / 16), left)
  redis.call('ZADD', KEYS[4], now + ttl, ARGV[6])
  for index = 1, 3 do redis.call('PEXPIREAT', KEYS[index], now + ttl) end
  for index = 4, #KEYS do
    if redis.call('PTTL', KEYS[index]) < ttl then redis.call('PEXPIRE', KEYS[index], ttl) end
  end
end
`;

/**
 * The counts and the findings name the same run, so that one without the other is noticed. Counts are kept at least as long as the
 * worlds: they may be new, while the worlds were kept before.
 */
const openEvidence = `
local function openEvidence(counts, findings, run)
  local counted, found = read('HGET', counts, 'run'), read('HGET', findings, 'run')
  if failure then return false end
  if counted or found then return counted == found end
  redis.call('HSET', counts, 'run', run)
  redis.call('HSET', findings, 'run', run)
  return true
end
`;

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
 * entry. Else it returns what has happened since. What may be late is committed, too, if the entries since changed nothing but the
 * journal: it returns them, and what is added to the numbers of the exchanges. Nothing is committed to a world of which a part is missing.
 *
 * The id of an entry is its number and, after a hyphen, a random number. A store that fails over, or that is restored from a
 * backup, may have lost entries: others then have their numbers, and a server that knows the lost ones loads the world again.
 *
 * Everything is checked, and the commit announced, before the first write: a user of the store who may not do one of these
 * changes nothing.
 *
 * KEYS: meta, log, snapshot of the world; worlds, service, scenarios, counts, findings of the prefix.
 * ARGV: 1 operation (check, append, open, delete; remove: whatever it is), 2 id, 3 last entry, 4 entry, 5 time to keep, 6 name, 7 maximum of worlds,
 * 8 new id, 9 service, 10 hashes of the scenarios that the entry names, 11 channel, 12 sender, 13 random part of the id of the entry, 14 its
 * checksum, 15 id of a new run, 16 whether this server has used the store within the time to keep (1), 17 whether it may be late (1), 18 and 19 the
 * number of the last exchange before and after, 20 whether it changes more than the journal (1), 21 number of counts, then the counts (name, count) and
 * the findings (kind, key, row, count).
 */
export const commitScript = script(`
${readWorld}
${addEntry}
${touch}
${openEvidence}
${keepEvidence}
local operation, id, known = ARGV[1], ARGV[2], ARGV[3]
local isEntry = operation == 'open' or operation == 'append'
local isEnd = operation == 'delete' or operation == 'remove'
local service = read('GET', KEYS[5])
local isListed = read('ZSCORE', KEYS[4], ARGV[6])
if failure then return failure end
if service and service ~= ARGV[9] then return {'service'} end
local problem = problemOf(ARGV[6], ARGV[16])
if problem and operation ~= 'remove' then return problem end
local present, last = meta[1] or '', meta[2] or ''
local before, shift = {}, 0
if operation ~= 'remove' and (present ~= id or last ~= known) then
  if present == '' then return {'gone'} end
  if present == id then
    local entries = redis.call('XRANGE', KEYS[2], known, '+', 'COUNT', ${maxEntries + 1})
    if entries[1] and entries[1][1] == known then
      if not entries[2] then return {'damaged', KEYS[2] .. ' is incomplete'} end
      local size, isWhole = 0, #entries <= ${maxEntries}
      for index = 2, #entries do
        size = size + #entries[index][2][2]
        if index > 2 and size > ${maxAnswerLength} then
          isWhole = false
          break
        end
        addEntry(before, entries[index])
      end
      if not isWhole or ARGV[17] ~= '1' or tonumber(meta[6]) > tonumber(string.match(known, '^%d+')) then
        return {'behind', unpack(before)}
      end
      shift = tonumber(meta[7]) - tonumber(ARGV[18])
    else
      return {'load'}
    end
  else
    return {'load'}
  end
end
if isEntry then
  for hash in string.gmatch(ARGV[10], '%x+') do
    if read('HEXISTS', KEYS[6], hash) == 0 then return {'scenario'} end
  end
  if failure then return failure end
end
if operation == 'open' then
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  if redis.call('ZCOUNT', KEYS[4], '-inf', '(+inf') >= tonumber(ARGV[7]) then
    local oldest = {'full'}
    for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', '(+inf', 'LIMIT', 0, 4)) do
      if name ~= '${defaultWorldName}' and #oldest < 4 then oldest[#oldest + 1] = name end
    end
    return oldest
  end
end
if operation ~= 'check' then redis.call('PUBLISH', ARGV[11], ARGV[12]) end
if operation == 'open' then
  present = ARGV[8]
  redis.call('HSET', KEYS[1], 'id', present)
end
if operation == 'open' or operation == 'remove' then redis.call('ZADD', KEYS[4], '+inf', '') end
if isEnd then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('ZREM', KEYS[4], ARGV[6])
end
if isEntry then
  local number = string.format('%d', (tonumber(string.match(last, '^%d+')) or 0) + 1)
  last = number .. '-' .. ARGV[13]
  redis.call('XADD', KEYS[2], last, 'e', ARGV[4], 's', ARGV[14], 'n', shift)
  redis.call('HSET', KEYS[1], 'last', last, 'exchanges', string.format('%d', tonumber(ARGV[19]) + shift))
  if ARGV[20] == '1' then redis.call('HSET', KEYS[1], 'changed', number) end
end
if present ~= '' and not isEnd then touch(isListed, service) end
if ARGV[22] and openEvidence(KEYS[7], KEYS[8], ARGV[15]) then
  local index = 22
  for _ = 1, tonumber(ARGV[21]) do
    redis.pcall('HINCRBY', KEYS[7], ARGV[index], ARGV[index + 1])
    index = index + 2
  end
  while ARGV[index] do
    local kind, count = ARGV[index], ARGV[index + 3]
    local field = kind .. ' ' .. ARGV[index + 1]
    local known = redis.call('HEXISTS', KEYS[8], field) == 1
    local row = known and 0 or redis.pcall('HINCRBY', KEYS[7], 'rows ' .. kind, 1)
    if type(row) ~= 'number' then break end
    if row <= ${maxFindings} then
      -- The latest occurrence of a difference is kept, the first one of all else.
      local number = known and kind == 'drift' and string.match(redis.call('HGET', KEYS[8], field), '^%[(%d+),') or row
      if not known or number ~= row then
        redis.call('HSET', KEYS[8], field, string.format('[%d,%s]', number, ARGV[index + 2]))
      end
      redis.pcall('HINCRBY', KEYS[7], 'row ' .. field, count)
    else
      redis.pcall('HINCRBY', KEYS[7], 'dropped ' .. kind, count)
    end
    index = index + 4
  end
  keepEvidence()
end
return {'ok', meta[3] or '0', last, shift, unpack(before)}
`);

/**
 * Everything that a new replica of a world needs: id, id of the last entry, number of the entry after which the snapshot was
 * taken (0: none), snapshot, its checksum, number of entries that were removed from the beginning of the log; then the entries. Empty if there is
 * no such world.
 *
 * KEYS: as above. ARGV: 1 name, 2 whether this server has used the store within the time to keep (1).
 */
export const loadScript = script(`
${readWorld}
${addEntry}
local problem = problemOf(ARGV[1], ARGV[2])
if failure then return failure end
if problem then return problem end
if not meta[1] then return {} end
local snapshot = meta[3] and redis.call('GET', KEYS[3]) or ''
local answer = {'ok', meta[1], meta[2], meta[3] or '0', snapshot, meta[5] or '', meta[4] or '0'}
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do
  addEntry(answer, entry)
end
return answer
`);

/**
 * Replaces the snapshot of a world by a later one, and removes the entries that nobody needs any more.
 *
 * KEYS: as above. ARGV: 1 id, 2 number of the entry after which it was taken, 3 snapshot, 4 number of the first entry to keep,
 * 5 id of the entry after which it was taken: the store may have lost it, 6 name, 7 checksum.
 */
export const snapshotScript = script(`
${readWorld}
if problemOf(ARGV[6]) or meta[1] ~= ARGV[1] or tonumber(meta[3] or '0') >= tonumber(ARGV[2]) then return 0 end
if not redis.call('XRANGE', KEYS[2], ARGV[5], ARGV[5])[1] then return 0 end
redis.call('SET', KEYS[3], ARGV[3])
local expiry = redis.call('PEXPIRETIME', KEYS[1])
if expiry > 0 then redis.call('PEXPIREAT', KEYS[3], expiry) end
redis.call('HSET', KEYS[1], 'snapshot', ARGV[2], 'sum', ARGV[7])
redis.call('HINCRBY', KEYS[1], 'trimmed', redis.call('XTRIM', KEYS[2], 'MINID', ARGV[4] .. '-0'))
return 1
`);

/**
 * The text of a scenario; nothing if it is not there.
 *
 * KEYS: scenarios. ARGV: 1 hash.
 */
export const scenarioScript = script(`
local text = redis.pcall('HGET', KEYS[1], ARGV[1])
return type(text) == 'string' and text
`);

/**
 * The coverage and the findings of the gate: whether they belong together, then both.
 *
 * KEYS: counts, findings. ARGV: 1 id of a new run.
 */
export const totalsScript = script(`
${read}
${openEvidence}
local isWhole = openEvidence(KEYS[1], KEYS[2], ARGV[1])
if failure and not string.find(failure.err, '^WRONGTYPE') then return failure end
if not isWhole then return {0, {}, {}} end
return {1, redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}
`);

/**
 * The worlds: name, id and id of the last entry, one after the other. Both are empty if the world is damaged.
 *
 * KEYS: worlds. ARGV: 1 the beginning of the keys of worlds.
 */
export const listScript = script(`
${readTime}
${read}
local names = read('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '(+inf')
if failure then return failure end
local answer = {}
for _, name in ipairs(names) do
  local meta = redis.pcall('HMGET', ARGV[1] .. name, 'id', 'last')
  answer[#answer + 1] = name
  answer[#answer + 1] = meta[1] or ''
  answer[#answer + 1] = meta[2] or ''
end
return answer
`);

/**
 * Claims the prefix for a service, unless it has worlds of another one. Returns the service that the prefix belongs to. A list of
 * worlds that was evicted is not replaced: nobody knows what it had.
 *
 * KEYS: worlds, service, scenarios, counts, findings. ARGV: 1 service, 2 time to keep.
 */
export const claimScript = script(`
${readTime}
${read}
${evictions}
local present = read('GET', KEYS[2])
read('ZCARD', KEYS[1])
if failure then return failure end
if present == ARGV[1] then return present end
for index = 3, #ARGV do
  if present == ARGV[index] then
    redis.call('SET', KEYS[2], ARGV[1], 'KEEPTTL')
    return ARGV[1]
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if present and redis.call('ZCOUNT', KEYS[1], '-inf', '(+inf') > 0 then return present end
local ttl = math.max(math.ceil(tonumber(ARGV[2]) * 17 / 16), redis.call('PTTL', KEYS[1]))
if present or redis.call('EXISTS', unpack(KEYS, 3)) == 0 or not isEvicting() then
  redis.call('DEL', KEYS[3])
  redis.call('ZADD', KEYS[1], '+inf', '')
  redis.call('PEXPIRE', KEYS[1], ttl)
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ttl)
return ARGV[1]
`);

/**
 * Finds out whether the store accepts changes and can be read, after it has rejected something. Returns the service that the prefix
 * belongs to.
 *
 * KEYS: service, worlds, scenarios, and one that nothing else uses. ARGV: 1 service.
 */
export const probeScript = script(`
redis.call('ZCARD', KEYS[2])
redis.call('HLEN', KEYS[3])
redis.call('SET', KEYS[4], '', 'PX', 1000)
return redis.call('GET', KEYS[1]) or ARGV[1]
`);

/** The keys of a prefix. They share a hash tag, so that a cluster keeps them in one place, where a script can use them together. */
export const keysOf = (prefix: string) => {
  const key = (name: string) => `{${prefix}}:${name}`;
  /** The names of the worlds, with the times until which they are kept. */
  const worlds = key('worlds');
  /** The document, which must be the same on all servers of the prefix. */
  const service = key('service');
  /** The scenarios from which worlds started, by hash. */
  const scenarios = key('scenarios');
  /** The coverage of all worlds, and the counts of the findings. */
  const counts = key('counts');
  const findings = key('findings');
  const meta = key('world:');
  return {
    worlds,
    service,
    scenarios,
    counts,
    findings,
    meta,
    /** What the last server started with. */
    start: key('start'),
    /** The key of the issuer, if the document declares a login. */
    login: key('login'),
    /** Written to find out whether the store accepts changes. */
    probe: key('probe'),
    /** All keys that a commit to a world uses. */
    ofWorld: (name: string): readonly [meta: string, log: string, snapshot: string, ...shared: string[]] => [
      `${meta}${name}`,
      key(`log:${name}`),
      key(`snapshot:${name}`),
      worlds,
      service,
      scenarios,
      counts,
      findings,
    ],
    /** Announces commits to a world. */
    channelOf: (name: string): string => key(`changes:${name}`),
    worldOf: (channel: string): string => channel.slice(key('changes:').length),
  };
};

export type Keys = ReturnType<typeof keysOf>;
