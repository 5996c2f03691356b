import { Box, Button, Flex, Group, Modal, Text, Title } from '@mantine/core';
import { type AccountPlan, parseFunctions } from '@servicebook/shared/plan';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The name, description and functions of a plan. */
export function PlanDetailsDialog({ plan, onClose }: { plan: AccountPlan; onClose: () => void }) {
  const { t } = useTranslation(['order', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={plan.name}
      size="30rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Box
        component="section"
        mah="50dvh"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        aria-label={t('detailsOf', { plan: plan.name })}
      >
        <Text>{plan.description}</Text>
        <Title order={3} size="sm" mt="lg" mb="xs">
          {t('functions')}
        </Title>
        <Flex component="ul" direction="column" gap="xs">
          {parseFunctions(plan.functions).map((offered) => (
            <Group
              key={offered}
              gap={10}
              wrap="nowrap"
              align="flex-start"
              renderRoot={(props) => <li {...props} />}
            >
              <IconCheck
                size={18}
                stroke={2.2}
                aria-hidden
                color="var(--mantine-primary-color-light-color)"
                style={{ flex: 'none', marginTop: 2 }}
              />
              <span>{offered}</span>
            </Group>
          ))}
        </Flex>
      </Box>
      <Group justify="flex-end" mt="lg" mod="actions">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Modal>
  );
}
