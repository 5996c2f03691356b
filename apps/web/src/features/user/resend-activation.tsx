import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useSendActivationLink } from './activation.queries.ts';

/** The time to wait for a mail before requesting another. */
const pauseSeconds = 30;

/** Sends the activation link again, and shows the result. */
export function ResendActivation({ email, label }: { email: string; label: string }) {
  const { t } = useTranslation('account');
  const { mutate, data, error, isPending } = useSendActivationLink();
  const [pause, setPause] = useState(0);

  useEffect(() => {
    if (pause === 0) return;
    const tick = setTimeout(() => setPause(pause - 1), 1000);
    return () => clearTimeout(tick);
  }, [pause]);

  const outcome = data && (data.active ? t('activation.alreadyActive') : t('activation.sent', { email }));
  return (
    <div>
      <Button
        variant="default"
        loading={isPending}
        disabled={pause > 0 || data?.active}
        onClick={() => mutate(email, { onSuccess: () => setPause(pauseSeconds) })}
      >
        {pause > 0 ? t('activation.again', { seconds: pause }) : label}
      </Button>
      <Text
        role="status"
        size="sm"
        mt={outcome || error ? 'xs' : 0}
        c={error ? 'var(--mantine-color-error)' : undefined}
      >
        {error ? errorText(error) : outcome}
      </Text>
    </div>
  );
}
