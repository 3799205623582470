/** Returns a function that computes its result once per object, and remembers it as long as the object exists. */
export function remembered<Key extends object, Result>(compute: (key: Key) => Result) {
  const results = new WeakMap<Key, Result>();
  return (key: Key): Result => {
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = compute(key)));
    return result;
  };
}
