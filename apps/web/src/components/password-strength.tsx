import { passwordStrength } from '@servicebook/shared/password-strength';
import { useTranslation } from 'react-i18next';
import classes from './password-strength.module.css';

interface Props {
  password: string;
  /** Public facts about the user: names, the e-mail, the company. */
  known?: readonly string[];
}

const filled = { short: 1, guessable: 1, fair: 2, good: 3 } as const;

/** Shows the strength of a password below its field, but nothing while it is empty. */
export function PasswordStrength({ password, known }: Props) {
  const { t } = useTranslation('components');
  const strength = password ? passwordStrength(password, known) : null;
  return (
    <div className={classes.root} role="status">
      {strength && (
        <>
          <span className={classes.meter} data-strength={strength} aria-hidden>
            {[1, 2, 3].map((step) => (
              <span key={step} data-filled={step <= filled[strength]} />
            ))}
          </span>
          {t(`passwordStrength.${strength}`)}
        </>
      )}
    </div>
  );
}
