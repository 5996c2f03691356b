import { Anchor } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { currentLanguage } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { useToday } from '../../lib/use-today.ts';
import { pricesQuery } from './billing.queries.ts';

/** Which prices a customer pays, with a link to them: the own list that is valid today, or else the company's. */
export function CustomerPrices({ customerId }: { customerId: number }) {
  const { t } = useTranslation('customer');
  const { data } = useQuery(pricesQuery);
  const today = useToday();
  if (!data) return null;
  const own = data.filter(({ customer }) => customer?.id === customerId);
  // Newest first.
  const current = own.find(({ validFrom }) => validFrom <= today) ?? own.at(-1);
  const day = current && formatDay(current.validFrom, currentLanguage());
  return (
    <Anchor
      inherit
      component={Link}
      mod="touch"
      to={withQuery(paths.myAccount, { tab: 'prices', customer: customerId })}
    >
      {day ? t('summary.ownPrices', { day }) : t('summary.companyPrices')}
    </Anchor>
  );
}
