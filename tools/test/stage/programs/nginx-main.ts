const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Where an nginx keeps its files, and what it includes. */
export interface NginxFiles {
  readonly pid: string;
  /** The folder of its temporary files. */
  readonly temporary: string;
  readonly log: string;
  /** The shipped configuration. */
  readonly include: string;
}

/**
 * Returns a main file that sets what that of the official image of nginx sets before it includes a configuration: nginx refuses some
 * settings that are there twice, and writes every request, with its query, into each access log.
 * @param settings further ones of all servers
 */
export function nginxMain({ pid, temporary, log, include }: NginxFiles, settings = ''): string {
  const folders = TEMPORARY.map((what) => `  ${what}_temp_path ${temporary}/${what};`);
  // Started by root, nginx would switch to a user without access to the folder.
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${pid};
events {}
http {
${folders.join('\n')}
  default_type application/octet-stream;
  access_log ${log} combined;
  sendfile on;
  keepalive_timeout 65;
  ${settings}
  include ${include};
}
`;
}
