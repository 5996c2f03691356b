import account from '@servicebook/i18n/en/account.json';
import common from '@servicebook/i18n/en/common.json';
import components from '@servicebook/i18n/en/components.json';
import errors from '@servicebook/i18n/en/errors.json';

export const texts = { account, common, components, errors };
