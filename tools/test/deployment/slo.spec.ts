import { textOf, yamlOf } from './files/project-file.js';
import { reportOfRules } from './promtool.js';

const QUERIES = Array.from(
  textOf('docs/operate/slo.md').matchAll(/```promql\n([^`]+)```/g),
  ([, query]) => query!,
);
const API = 'job="care-atlas",service="api",operation="listDoctors"';
const EDGE = (service: string) =>
  `probe_success{instance="${service}",job="care-atlas-edge",service="${service}"}`;

/** Thirty days in steps of an hour. */
const STEPS = 720;

/** A month in which 5 of 10,000 requests failed, 2 of 100 were slow, and the connector was away for 36 hours. */
const MONTH = {
  [`care_atlas_requests_total{${API},status="200"}`]: `0+9995x${STEPS}`,
  [`care_atlas_requests_total{${API},status="503"}`]: `0+5x${STEPS}`,
  // Checks of a load balancer that fail do not count.
  ['care_atlas_requests_total{job="care-atlas",service="api",operation="getReadiness",status="503"}']: `0+900x${STEPS}`,
  [`care_atlas_request_duration_seconds_bucket{${API},le="0.25"}`]: `0+98x${STEPS}`,
  [`care_atlas_request_duration_seconds_count{${API}}`]: `0+100x${STEPS}`,
  [EDGE('api')]: `1x${STEPS}`,
  [EDGE('mcp')]: `1x${STEPS - 36} 0x35`,
  // The last import ended 36 hours after the beginning, the last backup 6 hours before the end.
  'care_atlas_sync_success_timestamp_seconds{source="register"}': `129600x${STEPS}`,
  care_atlas_backup_success_timestamp_seconds: `${(STEPS - 6) * 3600}x${STEPS}`,
};

/** Lets promtool compare a query at the end of the month, rounded to a precision, with values by their labels. */
function evaluate(
  query: string,
  series: Record<string, string>,
  precision: number,
  values: Record<string, number>,
): string {
  const test = {
    interval: '1h',
    input_series: Object.entries(series).map(([name, text]) => ({ series: name, values: text })),
    promql_expr_test: [
      {
        expr: `round(${query}, ${precision})`,
        eval_time: `${STEPS}h`,
        exp_samples: Object.entries(values).map(([labels, value]) => ({ labels, value })),
      },
    ],
  };
  return reportOfRules([], '1h', [test]);
}

// Whether a window has a value more at its edge depends on the version of Prometheus: some are rounded more.
const EXPECTED: readonly [string, number, Record<string, number>][] = [
  ['availability', 0.0001, { '{}': 0.9995 }],
  ['reachability', 0.01, { '{service="api"}': 1, '{service="mcp"}': 0.95 }],
  ['latency', 0.0001, { '{}': 0.98 }],
  ['freshness', 0.01, { '{}': 0.12 }],
  ['recovery', 0.0001, { '{}': 6 }],
  ['error budget', 0.0001, { '{}': 0.5 }],
  ['error budget at the edge', 1, { '{}': -49 }],
];

it.each(EXPECTED)('the query of %s measures a known month', (name, precision, values) => {
  const query = QUERIES[EXPECTED.findIndex(([each]) => each === name)]!;
  expect(evaluate(query, MONTH, precision, values)).toContain('SUCCESS');
});

it('every query of the page is evaluated', () => {
  expect(QUERIES).toHaveLength(EXPECTED.length);
});

it('without any failure, availability is 1 and the budget is whole, not unknown', () => {
  const good = { [`care_atlas_requests_total{${API},status="200"}`]: `0+100x${STEPS}` };
  for (const query of [QUERIES[0]!, QUERIES[5]!])
    expect(evaluate(query, good, 0.0001, { '{}': 1 })).toContain('SUCCESS');
});

it('the shipped Prometheus keeps metrics for longer than the queries look back', () => {
  const { services } = yamlOf('docker/compose.yaml') as {
    services: { prometheus: { command: string[] } };
  };
  const days = services.prometheus.command.join(' ').match(/--storage\.tsdb\.retention\.time=(\d+)d/)?.[1];
  expect(Number(days)).toBeGreaterThan(30);
  expect(new Set(QUERIES.join().match(/\[\d+d/g))).toEqual(new Set(['[30d']));
});
