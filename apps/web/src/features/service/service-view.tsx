import { formatDay, formatNumber } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOrDash } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { noPeriod, type ServiceProtocol } from '@servicebook/shared/service';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { Attachments } from './attachments.tsx';
import { ProtocolChanges } from './protocol-changes.tsx';
import classes from './service-view.module.css';
import type { Uploads } from './use-uploads.ts';
import { VersionList } from './version-list.tsx';

interface ServiceViewProps {
  protocol: ServiceProtocol;
  timezone: string;
  uploads: Uploads;
  /** Just signed. */
  justSigned: boolean;
  onPreview: (file: PreviewedFile) => void;
}

/** A signed protocol, read-only: content, attachments, versions. */
export function ServiceView({ protocol, timezone, uploads, justSigned, onPreview }: ServiceViewProps) {
  const { t } = useTranslation('service');
  const { signature, period, faultDescription, todo } = protocol;
  return (
    <div className={classes.root}>
      {justSigned && (
        <p className={classes.done} role="status">
          <IconCircleCheck size={24} aria-hidden />
          {t('view.justSigned')}
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <dl className={classes.facts}>
            <Fact long term={t('form.types')}>
              {protocol.type.map((type) => t(`types.${type}`)).join(', ')}
            </Fact>
            <Fact term={t('form.date')}>{momentIn(protocol.date, timezone)}</Fact>
            <Fact term={t('form.payment')}>{t(`payment.${protocol.paymentType}`)}</Fact>
            {period > noPeriod && (
              <Fact term={t('form.period')}>{t('form.monthCount', { count: period })}</Fact>
            )}
            <Fact term={t('view.technician')}>{nameOrDash(protocol.user)}</Fact>
            <Fact long term={t('view.customer')}>
              {protocol.customer.fullName || protocol.customer.shortName}
            </Fact>
            {faultDescription && (
              <Fact long term={t('form.fault')}>
                <span className={classes.long}>{faultDescription}</span>
              </Fact>
            )}
            {signature && (
              <Fact long term={t('view.signature')}>
                {signature.kind === 'DRAWN'
                  ? t('versions.drawn', { name: signature.signerName })
                  : t('versions.paper')}
                {', '}
                {momentIn(signature.signedAt, timezone)}
              </Fact>
            )}
            {todo && (
              <Fact long term={t('view.todo')}>
                <span className={classes.long}>
                  {joinPresent([formatDay(todo.date, currentLanguage()), todo.description], ': ')}
                </span>
              </Fact>
            )}
          </dl>
        </div>
        <div className={classes.column}>
          <section>
            <h3 className={classes.heading}>{t('machines.title')}</h3>
            {protocol.devices.map((device) => (
              <Machine key={device.id} name={machineName(device)} actions={actionsOf(protocol, device.id)} />
            ))}
          </section>
          <section>
            <h3 className={classes.heading}>{t('files.title')}</h3>
            <Attachments signed={protocol.state === 'SIGNED'} files={protocol.fileDtos} uploads={uploads} />
          </section>
          <section>
            <h3 className={classes.heading}>{t('versions.title')}</h3>
            <VersionList protocol={protocol} timezone={timezone} onPreview={onPreview} />
          </section>
          <ProtocolChanges id={protocol.id} />
        </div>
      </div>
    </div>
  );
}

const actionsOf = ({ actions }: ServiceProtocol, deviceId: number) =>
  actions.filter(({ device }) => device.id === deviceId);

interface FactProps {
  term: string;
  /** Longer texts span the full width. */
  long?: boolean;
  children: ReactNode;
}

function Fact({ term, long = false, children }: FactProps) {
  return (
    <div data-long={long || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Machine({ name, actions }: { name: string; actions: ServiceProtocol['actions'] }) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.machine}>
      <h4 className={classes.machineName}>{name}</h4>
      {actions.length === 0 ? (
        <p className={classes.none}>{t('view.noActions')}</p>
      ) : (
        <ul className={classes.actions}>
          {actions.map((action, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signed list does not change
            <li key={index}>
              <span>
                {action.name}
                {action.fields.length > 0 && (
                  <span className={classes.values}>
                    {action.fields
                      .map((field) => `${field.name}: ${joinPresent([field.value, field.unit], ' ')}`)
                      .join(' · ')}
                  </span>
                )}
              </span>
              <span
                className={classes.quantity}
              >{`× ${formatNumber(action.quantity, currentLanguage())}`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
