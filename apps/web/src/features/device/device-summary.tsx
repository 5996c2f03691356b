import { ActionIcon, Button } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import { IconMapPin, IconPencil, IconPhone, IconPlus, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { callLink, placeLink } from '../../lib/place-link.ts';
import { customerQuery } from '../customer/customer.queries.ts';
import { deviceCountsQuery } from './device.queries.ts';
import classes from './device-summary.module.css';

interface Props {
  device: Device;
  onEdit: () => void;
}

/** The machine's protocols, or a new one: what most visits to a machine are for. */
function serviceTab(query: URLSearchParams, service?: 'new'): string {
  const next = new URLSearchParams(query);
  next.set('activeTab', 'service');
  if (service) next.set('service', service);
  return `?${next}`;
}

/** The data a technician needs on the way to a machine: customer, place, phone number. */
export function DeviceSummary({ device, onEdit }: Props) {
  const { t } = useTranslation('device');
  const [query] = useSearchParams();
  const { data: customer } = useQuery(customerQuery(device.customer.id));
  const { data: counts } = useQuery(deviceCountsQuery(device.id));
  const phone = customer?.phoneNumber;
  const way = placeLink(device, navigator.userAgent);
  const address = addressLine(device);
  const look = {
    variant: 'default',
    classNames: { root: classes.link ?? '', inner: classes.tile ?? '', section: classes.icon ?? '' },
  } as const;
  return (
    <section className={classes.card} aria-label={t('details')}>
      <div className={classes.head}>
        <div className={classes.whose}>
          <p className={classes.customer}>{device.customer.fullName || device.customer.shortName}</p>
          {address && <p className={classes.address}>{address}</p>}
        </div>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('summary.edit')}
          title={t('summary.edit')}
          onClick={onEdit}
        >
          <IconPencil size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <dl className={classes.lines}>
        <div>
          <dt>{t('category')}</dt>
          <dd>{device.category.name}</dd>
        </div>
        {device.serialNumber && (
          <div>
            <dt>{t('serialNumber')}</dt>
            <dd>{device.serialNumber}</dd>
          </div>
        )}
      </dl>
      <Button
        component={Link}
        to={{ search: serviceTab(query, 'new') }}
        fullWidth
        leftSection={<IconPlus size={18} stroke={1.9} aria-hidden />}
      >
        {t('summary.newProtocol')}
      </Button>
      <div className={classes.links}>
        <Button
          component={Link}
          to={{ search: serviceTab(query) }}
          replace
          preventScrollReset
          aria-label={[counts?.protocols, t('summary.protocols')].join(' ').trim()}
          leftSection={
            <>
              <IconTool size={18} stroke={1.7} aria-hidden />
              {/* With the space the text reads as the name does. */}
              {counts && <span className={classes.count}>{`${counts.protocols} `}</span>}
            </>
          }
          {...look}
        >
          {t('summary.protocols')}
        </Button>
        {phone ? (
          <Button
            component="a"
            href={callLink(phone)}
            aria-label={t('summary.callNumber', { number: phone })}
            leftSection={<IconPhone size={18} stroke={1.7} aria-hidden />}
            {...look}
          >
            {t('summary.call')}
          </Button>
        ) : (
          <Button disabled leftSection={<IconPhone size={18} stroke={1.7} aria-hidden />} {...look}>
            {t('summary.call')}
          </Button>
        )}
        {way ? (
          <Button
            component="a"
            href={way}
            {...(way.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden />}
            {...look}
          >
            {t('summary.navigate')}
          </Button>
        ) : (
          <Button disabled leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden />} {...look}>
            {t('summary.navigate')}
          </Button>
        )}
      </div>
    </section>
  );
}
