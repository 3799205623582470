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
  it('gives inherited fields first, in the order in which they are written', () => {
    expect(fieldsOf(Tree).map(({ name }) => name)).toEqual(['n', 'best', 'all', 'remark', 'parent']);
  });

  it('a class does not see the fields of its siblings, nor a parent those of its children', () => {
    expect(fieldsOf(Bush).map(({ name }) => name)).toEqual(['n', 'thorns']);
    expect(fieldsOf(Base).map(({ name }) => name)).toEqual(['n']);
    expect(fieldsOf(class {})).toEqual([]);
  });
});

describe('recordSchema', () => {
  it('is closed, and refers to the records within', () => {
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
      additionalProperties: false,
    });
  });
});

describe('recordsWithin', () => {
  it('finds each record once, also in circles', () => {
    expect(recordsWithin([Tree, Bush, Tree])).toEqual([Tree, Leaf, Bush]);
  });
});
