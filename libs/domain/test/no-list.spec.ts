import { listsOfUnanswerable } from './no-list.js';

it('200 questions about what the directory does not have are answered without a list', () => {
  const { asked, lists } = listsOfUnanswerable();
  expect(asked).toBeGreaterThanOrEqual(200);
  expect(lists).toEqual([]);
});
