/**
 * The programs that the tests run, besides Node, npm and what every system has: the possible names of each on the path,
 * and its packages. Some are known by what they can do: their package may come in parts.
 */
export const PROGRAMS = [
  // The guides show requests by curl and Python, which the tests run as they are.
  { names: ['curl'], apt: 'curl', brew: 'curl' },
  {
    names: ['python3'],
    can: ['-c', 'import http.client, json, urllib.request'],
    apt: 'python3',
    brew: 'python',
  },
  // Every macOS has it.
  { names: ['ps'], apt: 'procps' },
  { names: ['redis-server'], apt: 'redis-server', brew: 'redis' },
  { names: ['redis-cli'], apt: 'redis-tools', brew: 'redis' },
  // A server with its pg_dump, which the embedded one lacks.
  { names: ['pg_ctl'], apt: 'postgresql', brew: 'postgresql@18' },
  { names: ['pgbouncer'], apt: 'pgbouncer', brew: 'pgbouncer' },
  { names: ['nginx'], apt: 'nginx-light', brew: 'nginx' },
  { names: ['openssl'], apt: 'openssl', brew: 'openssl' },
  { names: ['prometheus'], apt: 'prometheus', brew: 'prometheus' },
  // It tests the alerts.
  { names: ['promtool'], apt: 'prometheus', brew: 'prometheus' },
  {
    names: ['blackbox_exporter', 'prometheus-blackbox-exporter'],
    apt: 'prometheus-blackbox-exporter',
    brew: 'blackbox_exporter',
  },
  {
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
    ],
    apt: 'chromium-headless-shell',
    brew: '--cask chromium',
  },
];

/** The packages above that run a service once they are installed. */
export const SERVICES = new Set([
  'redis-server',
  'postgresql',
  'pgbouncer',
  'nginx-light',
  'prometheus',
  'prometheus-blackbox-exporter',
]);
