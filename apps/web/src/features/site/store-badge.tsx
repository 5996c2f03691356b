import { Box, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A link to the app in a store. Our own drawing, to avoid using a trademark. */
export function StoreBadge({ url }: { url: string }) {
  const { t } = useTranslation('site');
  return (
    <Button
      component="a"
      href={url}
      rel="noopener noreferrer"
      target="_blank"
      color="dark.7"
      radius="md"
      size="lg"
      leftSection={<IconDownload size={28} stroke={1.6} aria-hidden />}
    >
      <Box component="span" ta="start" lh={1.2}>
        <Text span display="block" size="xs">
          {t('mobile.badgeSmall')}
        </Text>{' '}
        <Text span fw={650}>
          {t('mobile.badgeLarge')}
        </Text>
      </Box>
    </Button>
  );
}
