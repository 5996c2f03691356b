import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoConnectionState } from '../components/states.tsx';
import { onPhone } from '../lib/phone.ts';

/** Nobody knows who is signed in: the server does not answer, and this device does not say it for ever. */
export function Unanswered() {
  const { t } = useTranslation();
  const [isTooLong, setTooLong] = useState(false);
  useEffect(() => {
    void onPhone((phone) => phone.isTooLongAway()).then((found) => setTooLong(found === true));
  }, []);
  return <NoConnectionState {...(isTooLong && { hint: t('states.tooLongAway') })} />;
}
