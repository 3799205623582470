/**
 * Returns an answer.
 * @throws the error of `late` when the answer takes longer than a number of milliseconds
 */
export async function withTimeout<T>(
  answer: Promise<T>,
  milliseconds: number,
  late = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    // An answer that arrived while this process was busy is read before the immediate.
    timer = setTimeout(() => setImmediate(() => reject(late())), milliseconds);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
