import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the certificate of a CA into one folder, and one that it signed for some names into another. */
export function writeCertificates(caFolder: string, folder: string, names: readonly string[]): void {
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const [ca, caKey] = [join(caFolder, 'ca.crt'), join(folder, 'ca.key')];
  openssl('req', '-x509', ...kind, '-days', '2', '-subj', '/CN=Rehearsal CA', '-keyout', caKey, '-out', ca);
  const [key, request] = [join(folder, 'outside.key'), join(folder, 'outside.csr')];
  openssl('req', ...kind, '-subj', `/CN=${names[0]}`, '-keyout', key, '-out', request);
  const extensions = join(folder, 'extensions');
  writeFileSync(extensions, `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\n`);
  const signing = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', extensions];
  openssl('x509', '-req', '-in', request, ...signing, '-out', join(folder, 'outside.crt'));
}
