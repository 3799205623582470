import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  readonly orientation?: 'horizontal' | 'vertical';
}

/** Lists labeled values. */
export function Facts({ facts, orientation }: FactsProps) {
  return (
    <DataList orientation={orientation}>
      {facts.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue className="broken">{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
