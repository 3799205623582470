import { TEXTS } from '../texts/texts.js';
import { TOOLS } from '../tools/tools.js';
import { PROMPTS, promptMessages } from './prompts.js';

function textOf(name: string, given: Readonly<Record<string, string>>): string {
  const [message] = promptMessages(name, given, TEXTS.en).messages;
  return (message!.content as { readonly text: string }).text;
}

const EVERYTHING = {
  near: 'Kipling',
  within: '5',
  area: 'Etobicoke',
  clinicType: 'walk-in',
  days: 'sat,sun',
  openAt: '18:30',
  wishes: 'wheelchair access',
};

it.each([
  [
    'find_doctor',
    { specialty: 'Cardiology', language: 'Tamil', ...EVERYTHING },
    'Find a doctor for me in the Greater Toronto Area: Cardiology, speaking Tamil, near Kipling, at most 5 km away, in Etobicoke, clinic type walk-in, open on sat,sun at 18:30. Also: wheelchair access.',
  ],
  [
    'find_doctor',
    { specialty: 'Cardiology' },
    'Find a doctor for me in the Greater Toronto Area: Cardiology.',
  ],
  [
    'find_clinic',
    { near: 'M4C 1B5', openAt: 'now' },
    'Find a clinic for me in the Greater Toronto Area, near M4C 1B5, open now.',
  ],
  [
    'find_clinic',
    { days: 'sun', near: '' },
    'Find a clinic for me in the Greater Toronto Area, open on sun.',
  ],
  ['find_clinic', {}, 'Find a clinic for me in the Greater Toronto Area.'],
])('%s %j asks in one sentence', (name, given, sentence) => {
  expect(textOf(name, given).split('\n')[0]).toBe(sentence);
});

it.each([
  ['find_doctor', 'search_doctors'],
  ['find_clinic', 'search_clinics'],
])('every place and time of %s is an argument of %s', (prompt, tool) => {
  const accepted = Object.keys(TOOLS.find(({ name }) => name === tool)!.inputSchema.properties!);
  const { arguments: listed = [] } = PROMPTS.en.prompts.find(({ name }) => name === prompt)!;
  const filters = ['near', 'within', 'area', 'clinicType', 'days', 'openAt'];
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(filters));
  expect(accepted).toEqual(expect.arrayContaining([...filters, 'open']));
  const text = textOf(prompt, { specialty: 'Cardiology' });
  for (const part of [`Use ${tool} once`, 'open="now"', 'is near', 'is area']) expect(text).toContain(part);
});

it('names only tools that exist', () => {
  const names = TOOLS.map(({ name }) => name);
  for (const { name, arguments: listed = [] } of PROMPTS.en.prompts) {
    const text = textOf(name, Object.fromEntries(listed.map((argument) => [argument.name, 'x'])));
    const named = text.match(/\b(?:search|get|list|count)_[a-z_]+/g)!;
    expect(names).toEqual(expect.arrayContaining(named));
  }
});
