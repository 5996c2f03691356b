import '@mantine/core/styles/List.layer.css';
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card.tsx';

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

/** An iPad says that it is a Mac, which has no touch screen. */
function phoneKind(): 'ios' | 'android' | null {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : null;
}

/** How the app gets onto the home screen. In Safari, that keeps its data. */
export function InstallSection() {
  const { t } = useTranslation('offline');
  const kind = phoneKind();
  if (!kind) return null;
  return (
    <SectionCard title={t('install.title')} hint={t('install.hint')}>
      {isInstalled() ? (
        <Text>{t('install.done')}</Text>
      ) : kind === 'ios' ? (
        <Steps title={t('install.ios')} steps={[t('install.ios1'), t('install.ios2'), t('install.ios3')]}>
          {t('install.iosWhy')}
        </Steps>
      ) : (
        <Steps title={t('install.android')} steps={[t('install.android1'), t('install.android2')]} />
      )}
    </SectionCard>
  );
}

function Steps({ title, steps, children }: { title: string; steps: string[]; children?: string }) {
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <List type="ordered" listStyleType="decimal" withPadding mt={4}>
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {children && (
        <Text size="sm" c="dimmed" mt={4}>
          {children}
        </Text>
      )}
    </div>
  );
}
