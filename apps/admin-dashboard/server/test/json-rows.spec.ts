import { readJsonRows } from '../src/mending/json-rows.js';

const ID = '9007199254740993';

it.each(['ndjson', 'geojson'] as const)(
  '%s keeps numbers that JavaScript would round, digit by digit',
  (format) => {
    const reject = '{"kind":"row","line":1,"feature":1,"column":"name","value":"","reason":"name is empty."}';
    const values = `{"id":${ID},"name":"","codes":[${ID},1],"lat":43.65000000000000000001}`;
    const row =
      format === 'ndjson'
        ? `${values.slice(0, -1)},"_reject":${reject}}`
        : `{"type":"Feature","properties":${values},"geometry":null,"_reject":${reject}}`;
    const content =
      format === 'ndjson' ? `${row}\n` : `{"type":"FeatureCollection","features":[\n${row}\n]}\n`;
    const { columns, rows, write } = readJsonRows(format, content);
    const cells = [...rows[0]!.cells];
    const at = (name: string) => columns.indexOf(name);
    expect([cells[at('id')], cells[at('codes')]]).toEqual([ID, `${ID}|1`]);
    cells[at('name')] = 'A clinic';
    const { text } = write([[0, cells]]);
    expect(text).toContain(values.replace('"name":""', '"name":"A clinic"'));
    cells[at('id')] = '9007199254740995';
    expect(write([[0, cells]]).text).toContain('"id":9007199254740995,');
  },
);
