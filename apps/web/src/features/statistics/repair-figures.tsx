import { Title } from '@mantine/core';
import { machineName } from '@servicebook/shared/machine-name';
import type { CategoryRepairs, MachineRepairs, StatisticsOverview } from '@servicebook/shared/statistics';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { linkTo } from '../../lib/paths.ts';
import { BarList } from './bar-list.tsx';
import { Figure } from './figure.tsx';
import classes from './service-events.module.css';
import type { Span } from './span.ts';
import { useFigures } from './use-figures.ts';

const openMachine = ({ id, customer }: MachineRepairs) =>
  linkTo.machineEdit({ id, customerId: customer.id, prev: 'statistics' });

/** How often machines break down, and the time between repairs. */
export function RepairFigures({ overview, span }: { overview: StatisticsOverview; span: Span }) {
  const { t } = useTranslation('statistics');
  const { whole, mean } = useFigures();
  const { categories, mostRepaired, shortestBetweenRepairs } = overview;
  const counts: Column<Pick<CategoryRepairs, 'repairs' | 'daysBetweenRepairs'>>[] = [
    {
      key: 'repairs',
      header: t('columns.repairs'),
      align: 'right',
      render: ({ repairs }) => whole(repairs),
    },
    {
      key: 'daysBetweenRepairs',
      header: t('columns.daysBetweenRepairs'),
      align: 'right',
      render: ({ daysBetweenRepairs }) => mean(daysBetweenRepairs),
    },
  ];
  const machineColumns: Column<MachineRepairs>[] = [
    { key: 'machine', header: t('columns.machine'), render: machineName, card: 'title' },
    {
      key: 'customer',
      header: t('columns.customer'),
      render: ({ customer }) => customer.shortName,
      card: 'subtitle',
    },
    ...counts,
  ];
  return (
    <>
      <Figure<CategoryRepairs>
        table="CATEGORIES"
        span={span}
        hint={t('repairsHint')}
        chart={
          <BarList
            label={t('chart.categories')}
            bars={categories
              .slice(0, 10)
              .map(({ id, name, repairs }) => ({ key: id, name, parts: [repairs] }))}
          />
        }
        columns={[
          { key: 'category', header: t('columns.category'), render: ({ name }) => name, card: 'title' },
          {
            key: 'machines',
            header: t('columns.machines'),
            align: 'right',
            render: ({ machines }) => whole(machines),
          },
          ...counts,
        ]}
        rows={categories}
        rowKey={({ id }) => id}
        rowHref={({ id, name }) => linkTo.categoryEdit({ id, name })}
        empty={t('noRepairs')}
      />
      <Figure<MachineRepairs>
        table="MACHINES"
        span={span}
        hint={t('mostRepaired')}
        chart={
          <BarList
            label={t('chart.machines')}
            bars={mostRepaired.map((row) => ({ key: row.id, name: machineName(row), parts: [row.repairs] }))}
          />
        }
        columns={machineColumns}
        rows={mostRepaired}
        rowKey={({ id }) => id}
        rowHref={openMachine}
        empty={t('noRepairs')}
      />
      <section className={`${classes.section} ${classes.whole}`}>
        <Title order={2}>{t('shortestBetweenRepairs')}</Title>
        <DataTable
          label={t('shortestBetweenRepairs')}
          columns={machineColumns}
          rows={shortestBetweenRepairs}
          rowKey={({ id }) => id}
          rowHref={openMachine}
          empty={{ title: t('noneTwice') }}
        />
      </section>
    </>
  );
}
