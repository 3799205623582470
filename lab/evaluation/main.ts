import 'reflect-metadata';
import { examine } from './examination.js';
import { EvaluationHost } from './host.js';
import { chosenModel } from './model-choice.js';
import { readQuestions } from './question.js';

try {
  const { endpoint, name } = chosenModel(process.argv.slice(2), process.env);
  const host = await EvaluationHost.open();
  const questions = await readQuestions();
  let [passed, calls] = [0, 0];
  for (const question of questions) {
    const grade = await examine(question, host, endpoint);
    calls += grade.made.length;
    if (grade.passed) passed++;
    console.info(`${grade.passed ? 'passed' : 'FAILED'}  ${question.question}`);
    if (grade.passed) continue;
    for (const { name: tool, arguments: args, outcome } of grade.made) {
      const result = outcome.isError ? outcome.text : outcome.ids.length;
      console.info(`          ${tool} ${JSON.stringify(args)} → ${result}`);
    }
    const expected = question.calls.map((call) => `${call.tool} ${JSON.stringify(call.arguments)}`);
    console.info(`          expected ${expected.join(', ')}`);
  }
  await host.close();
  console.info(`${name}: ${passed} of ${questions.length} passed, with ${calls} calls.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
