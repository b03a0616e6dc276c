/** Private host names and addresses, which a document from a public host must not refer to. */
import { type LookupAddress, type LookupAllOptions, lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IANA special-purpose address registries (RFC 6890 and later). IPv6 ranges that embed an IPv4 address are included whole. */
const ranges =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ' +
  '::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 ' +
  '2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

/** One list per family: Node finds every IPv4 address in `::ffff:0:0/96`. */
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of ranges.split(' ')) {
  const [address = '', prefix] = range.split('/');
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  inner[family].addSubnet(address, Number(prefix), family);
}

/** Whether an address is of an inner network. `address`: an IP address without brackets. */
const isInnerAddress = (address: string) => {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  return inner[family].check(plain, family);
};

/** Special-use names (RFC 6761, 6762, 8375) and the names that private networks commonly use. */
const innerSuffix = /\.(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid)$/;

/** Whether the host of a URL is private. A public name may still resolve to a private address: see {@link createLookup}. */
export const isInnerHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$|\.+$/g, '').toLowerCase();
  if (isIP(host) !== 0) return isInnerAddress(host);
  return !host.includes('.') || innerSuffix.test(host);
};

/** How names are resolved, and which addresses are private. Tests replace it. */
export interface Network {
  readonly resolveName: (
    hostname: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
  ) => void;
  readonly isInnerAddress: (address: string) => boolean;
}

export const systemNetwork: Network = { resolveName, isInnerAddress };

/**
 * Resolves a name for a connection, and rejects private addresses unless `mayReachInner`. The connection uses the checked
 * addresses, so DNS cannot change between check and use.
 */
export const createLookup =
  (network: Network, mayReachInner: boolean): LookupFunction =>
  (hostname, options, done) => {
    network.resolveName(hostname, { ...options, all: true }, (error, found) => {
      const isBad = ({ address }: LookupAddress) => !mayReachInner && network.isInnerAddress(address);
      const bad = error === null ? found.find(isBad) : undefined;
      if (error !== null) done(error, '', 4);
      else if (bad !== undefined) done(new Error(`${hostname} has the private address ${bad.address}`), '', 4);
      else if (options.all) done(null, [...found]);
      else done(null, (found[0] as LookupAddress).address, (found[0] as LookupAddress).family);
    });
  };
