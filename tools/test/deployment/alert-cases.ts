/** The series of a case and whether an alert fires on them. Values are in the notation of promtool. */
export interface AlertCase {
  readonly alert: string;
  readonly when: string;
  readonly series: Readonly<Record<string, string>>;
  /** When the alert is evaluated, counted from the beginning of the series, such as "10m". */
  readonly after: string;
  /** The time between two values, by default "1m". */
  readonly every?: string;
  /** The labels of each firing alert, beside its severity; none if it does not fire. */
  readonly fires: readonly Readonly<Record<string, string>>[];
}

const JOB = 'job="care-atlas"';
const API = `instance="api-1",${JOB},service="api"`;
const API_LABELS = { instance: 'api-1', job: 'care-atlas', service: 'api' };
const EDGE = 'instance="https://api.example/api/v1/",job="care-atlas-edge",service="api"';
const EDGE_LABELS = { instance: 'https://api.example/api/v1/', job: 'care-atlas-edge', service: 'api' };
const REQUESTS = (status: number) =>
  `care_atlas_requests_total{${API},operation="listDoctors",status="${status}"}`;
const CLAIM = 'namespace="care-atlas",persistentvolumeclaim="uploads"';
const DISK = 'fstype="ext4",mountpoint="/"';
const DAY = 86_400;

/** All processes of an installation, as Prometheus sees them while they serve. */
const ALL_UP = {
  [`up{${API}}`]: '1x20',
  [`up{instance="api-2",${JOB},service="api"}`]: '1x20',
  [`up{instance="mcp-1",${JOB},service="mcp"}`]: '1x20',
  [`up{instance="dashboard-1",${JOB},service="dashboard"}`]: '1x20',
};

function without(series: Readonly<Record<string, string>>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(series).filter(([name]) => !names.includes(name)));
}

/** Gauges that keep one value for twenty minutes. */
function constant(values: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}x20`]));
}

/** When something last ended, in seconds after the beginning of the series. */
const ended = (metric: string, labels: string, at: number) => ({
  [`care_atlas_${metric}_timestamp_seconds{${labels}}`]: `${at}x100`,
});

const bucket = (le: string) => `care_atlas_request_duration_seconds_bucket{${API},le="${le}"}`;

export const ALERT_CASES: readonly AlertCase[] = [
  { alert: 'ServiceDown', when: 'all processes are up', series: ALL_UP, after: '10m', fires: [] },
  {
    alert: 'ServiceDown',
    when: 'a process does not answer the scrape',
    series: { ...ALL_UP, [`up{${API}}`]: '1x5 0x15' },
    after: '8m',
    fires: [API_LABELS],
  },
  {
    alert: 'ServiceDown',
    when: 'every process of the connector has vanished from discovery',
    series: { ...ALL_UP, [`up{instance="mcp-1",${JOB},service="mcp"}`]: '1x5 stale _x15' },
    after: '9m',
    fires: [{ job: 'care-atlas', service: 'mcp' }],
  },
  {
    alert: 'ServiceDown',
    when: 'the dashboard was never discovered',
    series: without(ALL_UP, `up{instance="dashboard-1",${JOB},service="dashboard"}`),
    after: '2m',
    fires: [{ job: 'care-atlas', service: 'dashboard' }],
  },
  {
    alert: 'ServiceDown',
    when: 'one of two processes of the API has vanished from discovery',
    series: { ...ALL_UP, [`up{${API}}`]: '1x5 stale _x15' },
    after: '9m',
    fires: [{ job: 'care-atlas', service: 'api' }],
  },
  {
    alert: 'ServiceDown',
    when: 'nothing at all is discovered',
    series: {},
    after: '2m',
    fires: ['api', 'mcp', 'dashboard'].map((service) => ({ job: 'care-atlas', service })),
  },
  {
    alert: 'ServiceDown',
    when: 'a process is replaced within a minute',
    series: { ...ALL_UP, [`up{${API}}`]: '1x5 0 1x15' },
    after: '6m30s',
    fires: [],
  },
  {
    alert: 'EdgeDown',
    when: 'the public address answers',
    series: { [`probe_success{${EDGE}}`]: '1x20' },
    after: '10m',
    fires: [],
  },
  {
    alert: 'EdgeDown',
    when: 'the public address does not answer, although the process does',
    series: { ...ALL_UP, [`probe_success{${EDGE}}`]: '1x5 0x15' },
    after: '9m',
    fires: [EDGE_LABELS],
  },
  {
    alert: 'EdgeDown',
    when: 'nothing probes',
    series: ALL_UP,
    after: '5m',
    fires: [{ job: 'care-atlas-edge' }],
  },
  {
    alert: 'DatabaseAway',
    when: 'the database answers',
    series: constant({ [`care_atlas_database_up{${API}}`]: 1 }),
    after: '10m',
    fires: [],
  },
  {
    alert: 'DatabaseAway',
    when: 'the database does not answer',
    series: { [`care_atlas_database_up{${API}}`]: '1x5 0x15' },
    after: '8m',
    fires: [API_LABELS],
  },
  {
    alert: 'InternalErrors',
    when: 'the first error of a process creates its series',
    series: { [REQUESTS(200)]: '0+60x20', [REQUESTS(500)]: '_x10 1x10' },
    after: '11m',
    fires: [{ service: 'api' }],
  },
  {
    alert: 'InternalErrors',
    when: 'one more error is counted',
    series: { [REQUESTS(500)]: '3x10 4x10' },
    after: '12m',
    fires: [{ service: 'api' }],
  },
  {
    alert: 'InternalErrors',
    when: 'a restarted process counts its first error under the same name',
    series: { [REQUESTS(500)]: '3x5 stale _x9 1x10' },
    after: '18m',
    fires: [{ service: 'api' }],
  },
  {
    alert: 'InternalErrors',
    when: 'the first error of a tool creates its series',
    series: {
      [`care_atlas_tool_calls_total{instance="mcp-1",${JOB},service="mcp",operation="search",status="500"}`]:
        '_x10 1x10',
    },
    after: '11m',
    fires: [{ service: 'mcp' }],
  },
  {
    alert: 'InternalErrors',
    when: 'the errors were counted long ago',
    series: { [REQUESTS(500)]: '3x20', [REQUESTS(200)]: '0+60x20' },
    after: '15m',
    fires: [],
  },
  {
    alert: 'InternalErrors',
    when: 'requests are rejected, and the database is away',
    series: { [REQUESTS(404)]: '_x10 1x10', [REQUESTS(503)]: '_x10 1x10' },
    after: '11m',
    fires: [],
  },
  {
    alert: 'Unavailable',
    when: 'two of a hundred requests get 503',
    series: { [REQUESTS(200)]: '0+98x20', [REQUESTS(503)]: '0+2x20' },
    after: '15m',
    fires: [{}],
  },
  {
    alert: 'Unavailable',
    when: 'one of a thousand requests gets 503',
    series: { [REQUESTS(200)]: '0+999x20', [REQUESTS(503)]: '0+1x20' },
    after: '15m',
    fires: [],
  },
  {
    alert: 'ErrorBudgetBurns',
    when: 'two of a hundred requests fail for an hour',
    series: { [REQUESTS(200)]: '0+98x70', [REQUESTS(503)]: '0+2x70' },
    after: '65m',
    fires: [{}],
  },
  {
    alert: 'ErrorBudgetBurns',
    when: 'the failures ended ten minutes ago',
    series: { [REQUESTS(200)]: '0+98x80', [REQUESTS(503)]: '0+2x60 120x20' },
    after: '71m',
    fires: [],
  },
  {
    alert: 'ErrorBudgetBurns',
    when: 'one of a hundred requests fails',
    series: { [REQUESTS(200)]: '0+99x70', [REQUESTS(503)]: '0+1x70' },
    after: '65m',
    fires: [],
  },
  ...[
    { fast: 90, when: 'one of ten requests takes up to half a second', fires: [{}] },
    { fast: 100, when: 'every request is fast', fires: [] },
  ].map(({ fast, when, fires }) => {
    const series = {
      [bucket('0.25')]: `0+${fast}x30`,
      [bucket('0.5')]: '0+100x30',
      [bucket('+Inf')]: '0+100x30',
    };
    return { alert: 'Slow', when, series, after: '20m', fires };
  }),
  {
    alert: 'ProcessorShort',
    when: 'the event loop is late by 200 ms',
    series: constant({ [`nodejs_eventloop_lag_p99_seconds{${API}}`]: 0.2 }),
    after: '12m',
    fires: [API_LABELS],
  },
  {
    alert: 'ProcessorShort',
    when: 'the event loop is late by 20 ms',
    series: constant({ [`nodejs_eventloop_lag_p99_seconds{${API}}`]: 0.02 }),
    after: '12m',
    fires: [],
  },
  ...[
    { used: 950, when: 'a process uses 95% of its memory', fires: [API_LABELS] },
    { used: 500, when: 'a process uses half of its memory', fires: [] },
  ].map(({ used, when, fires }) => ({
    alert: 'MemoryShort',
    when,
    series: constant({
      [`process_resident_memory_bytes{${API}}`]: used,
      [`care_atlas_memory_limit_bytes{${API}}`]: 1000,
    }),
    after: '10m',
    fires,
  })),
  ...[
    { started: '100x5 400x15', used: '900x5 300x15', when: 'a process restarts at its limit', fires: true },
    { started: '100x5 400x5 700x9', used: '300x20', when: 'a process restarts twice', fires: true },
    { started: '100x5 400x15', used: '300x20', when: 'a process is replaced once', fires: false },
    { started: '100x20', used: '900x20', when: 'a process at its limit lives on', fires: false },
  ].map(({ started, used, when, fires }) => ({
    alert: 'ProcessRestarts',
    when,
    series: {
      [`process_start_time_seconds{${API}}`]: started,
      [`process_resident_memory_bytes{${API}}`]: used,
      [`care_atlas_memory_limit_bytes{${API}}`]: '1000x20',
    },
    after: '15m',
    fires: fires ? [API_LABELS] : [],
  })),
  ...[
    { metric: 'pool_waiting', alert: 'ConnectionsShort', bad: 11, good: 10 },
    { metric: 'rate_store_away', alert: 'StoreAway', bad: 1, good: 0 },
    { metric: 'usage_rows_pending', alert: 'UsagePending', bad: 25_001, good: 25_000 },
  ].flatMap(({ metric, alert, bad, good }) =>
    [bad, good].map((value) => ({
      alert,
      when: `care_atlas_${metric} is ${value}`,
      series: constant({ [`care_atlas_${metric}{${API}}`]: value }),
      after: '10m',
      fires: value === bad ? [API_LABELS] : [],
    })),
  ),
  {
    alert: 'SwapFails',
    when: 'loading fails once a minute',
    series: { [`care_atlas_dataset_swap_failures_total{${API}}`]: '0+1x20' },
    after: '10m',
    fires: [API_LABELS],
  },
  {
    alert: 'SwapFails',
    when: 'loading failed twice',
    series: { [`care_atlas_dataset_swap_failures_total{${API}}`]: '0 1 2x20' },
    after: '10m',
    fires: [],
  },
  {
    alert: 'VersionsDiffer',
    when: 'a process stays at an old version',
    series: constant({
      [`care_atlas_dataset_info{${API},version="7"}`]: 1,
      'care_atlas_dataset_info{instance="api-2",version="8"}': 1,
    }),
    after: '15m',
    fires: [{}],
  },
  {
    alert: 'VersionsDiffer',
    when: 'all processes serve one version',
    series: constant({
      [`care_atlas_dataset_info{${API},version="8"}`]: 1,
      'care_atlas_dataset_info{instance="api-2",version="8"}': 1,
    }),
    after: '15m',
    fires: [],
  },
  {
    alert: 'RegisterOld',
    when: 'the register was imported three days ago, as all processes report',
    series: {
      ...ended('sync_success', `${API},source="register"`, 0),
      ...ended('sync_success', 'instance="api-2",source="register"', 0),
    },
    after: '3d',
    every: '1h',
    fires: [{}],
  },
  {
    alert: 'RegisterOld',
    when: 'the register was imported yesterday',
    series: ended('sync_success', `${API},source="register"`, 2 * DAY),
    after: '3d',
    every: '1h',
    fires: [],
  },
  {
    alert: 'RegisterOld',
    when: 'the register was never imported',
    series: {
      ...ended('sync_success', `${API},source="clinics"`, 60),
      ...constant({ [`care_atlas_database_up{${API}}`]: 1 }),
    },
    after: '10m',
    fires: [{ source: 'register' }],
  },
  {
    alert: 'RegisterOld',
    when: 'the database is away since the processes started',
    series: constant({ [`care_atlas_database_up{${API}}`]: 0 }),
    after: '10m',
    fires: [],
  },
  {
    alert: 'ImportFailed',
    when: 'the newest run of clinics failed',
    series: {
      ...ended('sync_success', `${API},source="clinics"`, 60),
      ...ended('sync_failure', `${API},source="clinics"`, 120),
    },
    after: '10m',
    fires: [{ source: 'clinics' }],
  },
  {
    alert: 'ImportFailed',
    when: 'the first run of a source failed',
    series: ended('sync_failure', `${API},source="clinics"`, 120),
    after: '10m',
    fires: [{ source: 'clinics' }],
  },
  {
    alert: 'ImportFailed',
    when: 'a run succeeded after the failed one',
    series: {
      ...ended('sync_success', `${API},source="clinics"`, 180),
      ...ended('sync_failure', `${API},source="clinics"`, 120),
    },
    after: '10m',
    fires: [],
  },
  {
    alert: 'BackupOld',
    when: 'the newest backup is of the night before last',
    series: ended('backup_success', API, DAY),
    after: '54h',
    every: '1h',
    fires: [{}],
  },
  {
    alert: 'BackupOld',
    when: 'there was never a backup',
    series: ended('backup_success', API, 0),
    after: '29h',
    every: '1h',
    fires: [{}],
  },
  {
    alert: 'BackupOld',
    when: 'the newest backup is of last night',
    series: ended('backup_success', API, DAY),
    after: '48h',
    every: '1h',
    fires: [],
  },
  {
    alert: 'BackupFailed',
    when: 'the newest backup failed',
    series: { ...ended('backup_success', API, 60), ...ended('backup_failure', API, 120) },
    after: '10m',
    fires: [{}],
  },
  {
    alert: 'BackupFailed',
    when: 'a backup succeeded after the failed one',
    series: { ...ended('backup_success', API, 180), ...ended('backup_failure', API, 120) },
    after: '10m',
    fires: [],
  },
  {
    alert: 'KeysTried',
    when: 'ten keys per second are tried',
    series: { [`care_atlas_limits_reached_total{${API},limit="failures"}`]: '0+600x30' },
    after: '20m',
    fires: [{ limit: 'failures' }],
  },
  {
    alert: 'KeysTried',
    when: 'a limit of a key is reached',
    series: { [`care_atlas_limits_reached_total{${API},limit="key"}`]: '0+600x30' },
    after: '20m',
    fires: [],
  },
  ...[13, 20].map((days) => ({
    alert: 'CertificateExpires',
    when: `a certificate is valid for ${days} days`,
    series: constant({ [`probe_ssl_earliest_cert_expiry{${EDGE}}`]: days * DAY }),
    after: '1m',
    fires: days < 14 ? [EDGE_LABELS] : [],
  })),
  ...[0, 1].map((failing) => ({
    alert: 'WalArchiveFails',
    when: failing ? 'the archive fails' : 'the archive succeeds',
    series: constant({ [`care_atlas_wal_archive_failing{${API}}`]: failing }),
    after: '15m',
    fires: failing ? [{}] : [],
  })),
  ...[5, 15].map((free) => ({
    alert: 'DiskShort',
    when: `${free}% of a volume is free`,
    series: constant({
      [`kubelet_volume_stats_available_bytes{${CLAIM}}`]: free,
      [`kubelet_volume_stats_capacity_bytes{${CLAIM}}`]: 100,
    }),
    after: '20m',
    fires: free < 10 ? [{ namespace: 'care-atlas', persistentvolumeclaim: 'uploads' }] : [],
  })),
  ...[5, 15].map((free) => ({
    alert: 'DiskShort',
    when: `${free}% of a disk is free`,
    series: constant({
      [`node_filesystem_avail_bytes{${DISK}}`]: free,
      [`node_filesystem_size_bytes{${DISK}}`]: 100,
    }),
    after: '20m',
    fires: free < 10 ? [{ fstype: 'ext4', mountpoint: '/' }] : [],
  })),
  ...[0, 2].map((parked) => ({
    alert: 'UploadsParked',
    when: `${parked} uploads wait`,
    series: { [`care_atlas_uploads_parked{${JOB},service="dashboard"}`]: `${parked}x120` },
    after: '90m',
    fires: parked > 0 ? [{}] : [],
  })),
  ...(['1x10 0x40', '0x60'] as const).map((values, index) => ({
    alert: 'KeyLeaseLost',
    when: index === 0 ? 'a lease was lost' : 'memory is off',
    series: { [`care_atlas_key_lease_held{${API}}`]: values },
    after: '40m',
    fires: index === 0 ? [API_LABELS] : [],
  })),
  ...[0, 3].map((lost) => ({
    alert: 'LogLinesLost',
    when: `${lost} lines a minute are lost`,
    series: { [`care_atlas_log_lines_lost_total{${API}}`]: `0+${lost}x20` },
    after: '20m',
    fires: lost > 0 ? [API_LABELS] : [],
  })),
  ...[0, 1].map((known) => ({
    alert: 'NamesUnknown',
    when: known ? 'a name is known' : 'a name is not known',
    series: constant({ [`care_atlas_names_known{${API},target="database"}`]: known }),
    after: '5m',
    fires: known ? [] : [{ ...API_LABELS, target: 'database' }],
  })),
  ...[0, 1].map((behind) => ({
    alert: 'ExportsOld',
    when: behind ? 'a version waits for its export' : 'every version is exported',
    series: { [`care_atlas_export_lag_seconds{${API}}`]: `0+${60 * behind}x160` },
    after: '150m',
    fires: behind ? [{}] : [],
  })),
];
