// Lets a process send to receivers on this machine and leaves the guard of outgoing requests in effect: as far as it can look up, their
// names have a public address. Loaded before a separate server process (`--import`), and called by tests that run a server themselves.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import tls from 'node:tls';

/** Suffix of the host names of receivers. */
const domain = '.receiver.test';
const publicAddress = '93.184.215.14';
const loopback = '127.0.0.1';

/** Key of the self-signed certificate for `*.receiver.test`, which only these tests trust. */
export const receiverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5mvjgMiKgjCA/Nwl
Ucbio13U4/pqOfLmnLX0qHyFu2ihRANCAASrbfMo8ZMmRyz+UIG4yGlJuwKzEOHy
p+ZAPN94ICMjZzNgwJgOza7ypvY6RZsUD1y+SnqRGyixxL8P+rh0Twy+
-----END PRIVATE KEY-----
`;
export const receiverCertificate = `-----BEGIN CERTIFICATE-----
MIIBejCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJyZWNlaXZl
cnMgb2YgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEnJlY2VpdmVycyBvZiB0ZXN0czBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABKtt8yjxkyZHLP5QgbjIaUm7ArMQ4fKn5kA833ggIyNnM2DAmA7NrvKm
9jpFmxQPXL5KepEbKLHEvw/6uHRPDL6jTjBMMBoGA1UdEQQTMBGCDyoucmVjZWl2
ZXIudGVzdDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQnuium2B1Hh9ANWY25
i1BKPYCABDAKBggqhkjOPQQDAgNJADBGAiEA5YXqeJGTcCwXilu5DNrxfYsKHTKb
foB+PhCUlThPwcMCIQCA+2Qe/mOSs/Ennj5EyDerC/4GKGdRgco4sS0sMICgeA==
-----END CERTIFICATE-----
`;

/** @type {Map<string, string>} Names that lead elsewhere. */
const addresses = new Map();

/**
 * Gives a host name another address from now on.
 * @param {string} name
 * @param {string} address
 */
export const resolveTo = (name, address) => void addresses.set(name, address);

/** Returns a function that undoes it. */
export function resolveReceiversLocally() {
  const { lookup } = dns;
  const { createSecureContext } = tls;
  const { connect } = Socket.prototype;
  dns.lookup = (name, options, done) => {
    if (!name.endsWith(domain)) return lookup(name, options, done);
    const address = addresses.get(name) ?? publicAddress;
    process.nextTick(done, null, options.all ? [{ address, family: 4 }] : address, 4);
  };
  tls.createSecureContext = (options) => createSecureContext({ ...options, ca: options?.ca ?? receiverCertificate });
  Socket.prototype.connect = function (...args) {
    const options = Array.isArray(args[0]) ? args[0][0] : args[0];
    if (typeof options === 'object' && options?.host?.endsWith(domain))
      options.lookup = connectLocallyAfter(options.lookup);
    return connect.apply(this, args);
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(dns, { lookup });
    Object.assign(tls, { createSecureContext });
    Socket.prototype.connect = connect;
    addresses.clear();
    syncBuiltinESMExports();
  };
}

/** Connections that the guard allowed are redirected to this machine. */
const connectLocallyAfter = (lookup) => (name, options, done) =>
  lookup(name, options, (error, found, family) => {
    const isPublic = ({ address }) => address === publicAddress;
    if (!Array.isArray(found)) return done(error, found === publicAddress ? loopback : found, family);
    return done(error, found.every(isPublic) ? [{ address: loopback, family: 4 }] : found, family);
  });

if (process.env.RECEIVERS_AT_HOME === 'on') resolveReceiversLocally();
