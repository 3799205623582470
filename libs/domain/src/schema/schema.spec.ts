import { Field, fieldsOf, RecordField, RecordList, recordSchema, recordsWithin } from './schema.js';

class Leaf {
  @Field({ type: 'string', description: 'A text.' })
  readonly text: string;
}

class Base {
  @Field({ type: 'integer', minimum: 0 })
  readonly n: number;
}

class Tree extends Base {
  @RecordField(() => Leaf, 'The best leaf.')
  readonly best: Leaf;

  @RecordList(() => Leaf, 'All leaves.')
  readonly all: readonly Leaf[];

  @Field({ type: 'string' }, { optional: true })
  readonly remark?: string;

  @RecordField(() => Tree, 'The tree it grew from.', { optional: true })
  readonly parent?: Tree;
}

class Bush extends Base {
  @Field({ type: 'boolean' })
  readonly thorns: boolean;
}

describe('fieldsOf', () => {
  it('returns inherited fields first, in the order of declaration', () => {
    expect(fieldsOf(Tree).map(({ name }) => name)).toEqual(['n', 'best', 'all', 'remark', 'parent']);
  });

  it('returns neither the fields of siblings nor those of subclasses', () => {
    expect(fieldsOf(Bush).map(({ name }) => name)).toEqual(['n', 'thorns']);
    expect(fieldsOf(Base).map(({ name }) => name)).toEqual(['n']);
    expect(fieldsOf(class {})).toEqual([]);
  });
});

describe('recordSchema', () => {
  it('is open and refers to the records inside', () => {
    expect(recordSchema(Tree, (name) => `#/$defs/${name}`)).toEqual({
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 0 },
        best: { description: 'The best leaf.', $ref: '#/$defs/Leaf' },
        all: { type: 'array', description: 'All leaves.', items: { $ref: '#/$defs/Leaf' } },
        remark: { type: 'string' },
        parent: { description: 'The tree it grew from.', $ref: '#/$defs/Tree' },
      },
      required: ['n', 'best', 'all'],
    });
  });
});

describe('recordsWithin', () => {
  it('returns each record once, even with circular references', () => {
    expect(recordsWithin([Tree, Bush, Tree])).toEqual([Tree, Leaf, Bush]);
  });
});
