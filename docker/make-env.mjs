// (umask 077; node docker/make-env.mjs > docker/.env)
// The environment of compose.yaml, with fresh secrets in place of the empty ones of example.env.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SECRET_BYTES = 32;
const example = readFileSync(new URL('example.env', import.meta.url), 'utf8');
// What is empty and ends in _PASSWORD, or the secret of the dashboard, is ours to choose; the rest is given by others.
process.stdout.write(
  example.replace(
    /^(\w+_PASSWORD|DASHBOARD_SECRET)=$/gm,
    (_, name) => `${name}=${randomBytes(SECRET_BYTES).toString('base64url')}`,
  ),
);
