import { costPerMillion, databaseCoresFor, PLANNED, perCore, PRICES, processesFor } from './capacity.js';

const COST = { server: 100, database: 20, memory: 512 };

describe('the capacity of a process', () => {
  it('follows from the processor time per answer', () => {
    expect(perCore(COST)).toBe(10_000);
  });

  it('leaves a part of each core free', () => {
    const each = perCore(COST) * PLANNED;
    expect(processesFor(each * 3, COST)).toBe(3);
    expect(processesFor(each * 3 + 1, COST)).toBe(4);
  });

  it('is planned with at least two processes', () => {
    expect(processesFor(1, COST)).toBe(2);
  });

  it('includes the processor time of the database', () => {
    expect(databaseCoresFor(6_000, COST)).toBeCloseTo(0.2, 10);
  });

  it('costs the cores of both, and the memory for the same time', () => {
    // 100 s of the server, 20 s of the database, each for 1/0.6 of the time.
    const hours = 100 / 3600 / PLANNED;
    const expected = hours * 1.2 * PRICES.vcpuHour + hours * 0.5 * PRICES.gigabyteHour;
    expect(costPerMillion(COST)).toBeCloseTo(expected, 12);
  });
});
