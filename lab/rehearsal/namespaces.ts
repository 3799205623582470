import { execFileSync } from 'node:child_process';

const PREFIX = 'care-';
/** The machine on which the containers run. */
export const HOST = `${PREFIX}host`;
/** What is beyond the machine. */
export const INTERNET = `${PREFIX}internet`;
export const INTERNET_ADDRESS = '203.0.113.10';
const UPLINK = '203.0.113.1';

/** Runs `ip` in a network namespace. */
export function inside(namespace: string, ...words: string[]): void {
  execFileSync('ip', ['netns', 'exec', namespace, 'ip', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Adds a network namespace. @returns its name */
export function addNamespace(name: string): string {
  const namespace = `${PREFIX}${name}`;
  execFileSync('ip', ['netns', 'add', namespace]);
  inside(namespace, 'link', 'set', 'lo', 'up');
  return namespace;
}

/** Adds the machine and the internet, which reaches a range of the machine's addresses. */
export function openMachine(range: string): void {
  closeMachine();
  addNamespace('host');
  addNamespace('internet');
  inside(HOST, 'link', 'add', 'out', 'type', 'veth', 'peer', 'name', 'up', 'netns', INTERNET);
  inside(HOST, 'address', 'add', `${UPLINK}/24`, 'dev', 'out');
  inside(INTERNET, 'address', 'add', `${INTERNET_ADDRESS}/24`, 'dev', 'up');
  inside(HOST, 'link', 'set', 'dev', 'out', 'up');
  inside(INTERNET, 'link', 'set', 'dev', 'up', 'up');
  inside(INTERNET, 'route', 'add', range, 'via', UPLINK);
  execFileSync('ip', ['netns', 'exec', HOST, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
}

/** Removes every namespace of the rehearsal. */
export function closeMachine(): void {
  const list = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  for (const [, name] of list.matchAll(/^(care-[\w.-]+)/gm)) execFileSync('ip', ['netns', 'delete', name!]);
}

/** Returns whether an address answers at a port, asked from a namespace. */
export function reaches(namespace: string, address: string, port: number): boolean {
  const connect = ['timeout', '2', 'bash', '-c', `exec 3<>/dev/tcp/${address}/${port}`];
  try {
    execFileSync('ip', ['netns', 'exec', namespace, ...connect], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns what an address answers to a GET from a namespace. @throws Error for another status than 2xx */
export function get(namespace: string, url: string): string {
  const words = ['netns', 'exec', namespace, 'curl', '-sf', '--max-time', '5', url];
  return execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
