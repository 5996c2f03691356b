import { IconClipboardList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LazyTabs } from '../../components/lazy-tabs.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ServiceEvents } from './service-events.tsx';

export function StatisticsPage() {
  const { t } = useTranslation('statistics');
  return (
    <>
      <PageHeader title={t('title')} />
      <LazyTabs
        param="tab"
        label={t('tabs.label')}
        tabs={[
          {
            key: 'serviceEvents',
            label: t('tabs.serviceEvents'),
            Icon: IconClipboardList,
            content: <ServiceEvents />,
          },
        ]}
      />
    </>
  );
}
