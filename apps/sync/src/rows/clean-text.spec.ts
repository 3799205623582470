import fc from 'fast-check';
import { rowOf } from '../../test/input-row.js';
import { cleanText } from './clean-text.js';

it.each([
  ['E\u0301loi\u0308se', 'Éloïse'],
  ['\uFEFFMaple\u200B Clinic\u2060', 'Maple Clinic'],
  ['Ma\u00ADple', 'Maple'],
  ['\u202EMaple\u202C \u2066Clinic\u2069\u200F', 'Maple Clinic'],
  ['Maple\u00A0Clinic', 'Maple Clinic'],
  ['Maple \t\r\n Clinic', 'Maple Clinic'],
  ['Maple \0 Clinic', 'Maple Clinic'],
  ['Maple\u2028Clinic\u3000', 'Maple Clinic'],
  ['Map\u200Dle\u200C', 'Maple'],
  ['Maple  Clinic', 'Maple  Clinic'],
  ['علی\u200Cرضا', 'علی\u200Cرضا'],
  ['👩\u200D⚕\uFE0F', '👩\u200D⚕\uFE0F'],
])('%j is %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it('keeps the lines of a review', () => {
  expect(rowOf({ text: 'Kind.\r\n\r\n\u200BPatient,\ttoo.\0' }).text('text')).toBe(
    'Kind.\r\n\r\nPatient,\ttoo.',
  );
});

it('changes nothing a second time, and leaves nothing that is not shown', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u200B', '\u202E', '\0', '\u00A0', 'e\u0301', ' '),
  );
  fc.assert(
    fc.property(fc.array(unit), fc.boolean(), (parts, multiline) => {
      const clean = cleanText(parts.join(''), multiline);
      expect(cleanText(clean, multiline)).toBe(clean);
      expect(clean).not.toMatch(/(?![\s\x80-\x9F])\p{Cc}|[\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u);
    }),
  );
});

it('is counted, and missing, after cleaning', () => {
  const row = rowOf({ name: '\u200B', other: `${'e\u0301'.repeat(300)}` });
  expect(row.has('name')).toBe(false);
  expect(() => row.required('name')).toThrow('name is');
  expect(row.text('other')).toHaveLength(300);
});
