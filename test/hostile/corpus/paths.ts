/** Targets of `GET` requests, as they are on the wire, for the shipped example in a server that has no world but `default`. */
export interface HostilePath {
  readonly name: string;
  readonly target: string;
  readonly status: number;
}

const dots = '../'.repeat(20);

export const hostilePaths: readonly HostilePath[] = [
  { name: 'dots', target: `/${dots}etc/passwd`, status: 404 },
  { name: 'encoded dots', target: '/v1/pets/%2e%2e%2f%2e%2e%2fetc%2fpasswd', status: 404 },
  { name: 'dots encoded twice', target: '/v1/pets/%252e%252e%252f', status: 404 },
  { name: 'dots and backslashes', target: '/v1/pets/..\\..\\windows', status: 404 },
  { name: 'dots from the service to the control API', target: '/v1/../_vivarium/api/worlds', status: 404 },
  { name: 'encoded dots from the service to the control API', target: '/v1/%2e%2e/_vivarium/api/worlds', status: 404 },
  { name: 'dots from the panel to a file', target: `/_vivarium/${dots}package.json`, status: 404 },
  { name: 'encoded dots from the panel to a file', target: '/_vivarium/%2e%2e/%2e%2e/package.json', status: 404 },
  { name: 'dots in a world', target: '/~../v1/pets', status: 400 },
  { name: 'an encoded slash in a world', target: '/~a%2fb/v1/pets', status: 400 },
  { name: 'a world without a name', target: '/~/v1/pets', status: 400 },
  { name: 'a world with an overlong name', target: `/~${'a'.repeat(65)}/v1/pets`, status: 400 },
  { name: 'a world named like a property', target: '/~__proto__/v1/pets', status: 400 },
  { name: 'a world with broken encoding', target: '/~%zz/v1/pets', status: 400 },
  { name: 'a zero byte', target: '/v1/pets/%00', status: 404 },
  { name: 'a zero byte after an id', target: '/v1/pets/1%00', status: 404 },
  { name: 'a line break', target: '/v1/pets/1%0d%0aX-Injected:%201', status: 404 },
  { name: 'broken encoding', target: '/v1/pets/%zz', status: 404 },
  { name: 'half of an encoding', target: '/v1/pets/%', status: 404 },
  { name: 'bytes that are not UTF-8', target: '/v1/pets/%ff%fe', status: 404 },
  { name: 'an overlong encoding of a slash', target: '/v1/pets/%c0%af', status: 404 },
  { name: 'an encoded surrogate', target: '/v1/pets/%ed%a0%80', status: 404 },
  { name: 'Unicode digits', target: '/v1/pets/%EF%BC%91', status: 404 },
  { name: 'an id in another notation', target: '/v1/pets/1e0', status: 404 },
  { name: 'an id with zeros', target: '/v1/pets/01', status: 200 },
  { name: 'a negative zero', target: '/v1/pets/-0', status: 404 },
  { name: 'an id beyond int64', target: '/v1/pets/9223372036854775808', status: 404 },
  { name: 'an id of 30,000 digits', target: `/v1/pets/${'9'.repeat(30_000)}`, status: 404 },
  { name: 'an id named like a property', target: '/v1/pets/__proto__', status: 404 },
  { name: 'a path of 20,000 slashes', target: '/'.repeat(20_000), status: 404 },
  { name: 'a path of 10,000 segments', target: `/v1${'/a'.repeat(10_000)}`, status: 404 },
  { name: 'a query of 10,000 parameters', target: `/v1/pets?${'a=1&'.repeat(10_000)}`, status: 200 },
  { name: 'a query of brackets', target: `/v1/pets?${'a[b]'.repeat(1000)}=1`, status: 200 },
  { name: 'a query of broken encoding', target: '/v1/pets?status=%zz', status: 400 },
  { name: 'a limit twice', target: '/v1/pets?limit=1&limit=2', status: 400 },
  { name: 'a limit of 1,000 digits', target: `/v1/pets?limit=${'1'.repeat(1000)}`, status: 400 },
  { name: 'a limit with a zero byte', target: '/v1/pets?limit=1%00', status: 400 },
  {
    name: 'properties of prototypes in the query',
    target: '/v1/pets?__proto__=1&constructor[prototype]=2',
    status: 200,
  },
  { name: 'an absolute URL of another host', target: 'http://evil.example/_vivarium/api/worlds', status: 403 },
  { name: 'an absolute URL without a host', target: 'http://', status: 400 },
  { name: 'another scheme', target: 'file:///etc/passwd', status: 400 },
  { name: 'two slashes and a host', target: '//evil.example/v1/pets', status: 404 },
  { name: 'a fragment', target: '/v1/pets#a', status: 404 },
  { name: 'the control API in capitals', target: '/_VIVARIUM/api/worlds', status: 404 },
  { name: 'the control API with an encoded letter', target: '/%5fvivarium/api/worlds', status: 404 },
  { name: 'the control API in a world', target: '/~default/_vivarium/api/worlds', status: 404 },
];
