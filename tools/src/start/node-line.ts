/**
 * Returns a line about the Node that runs the product, if another version than npm's runs it.
 * @param version that of this process, such as "v24.21.0"
 * @param userAgent what npm says about itself, such as "npm/11.19.1 node/v20.20.2 linux x64"
 */
export function nodeLine(version: string, userAgent = ''): string | undefined {
  const [, installed] = /\bnode\/(v[\d.]+)/.exec(userAgent) ?? [];
  if (!installed || installed.split('.')[0] === version.split('.')[0]) return undefined;
  return `Care Atlas runs on its own Node ${version.slice(1)}; the Node ${installed.slice(1)} of this machine only installs it.`;
}
