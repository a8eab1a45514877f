import { useQuery } from '@tanstack/react-query';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Head } from '../../admin/index.js';
import { SharedHere } from '../../sharing/index.js';
import { Children } from '../parts/children.js';
import { OrganizationForm } from '../parts/organization-form.js';
import { ResetSandbox } from '../parts/reset-sandbox.js';
import { organizationQuery } from '../reads.js';

export const OrganizationPage = adminPage({
  permission: 'organization:read',
  titleOf: ({ organization }) => organization.title,
  Content: OrganizationOfAddress,
});

function OrganizationOfAddress() {
  const text = useAdminText().organization;
  const { loading } = useText().shell;
  const { organizationId, environment } = usePlace();
  const { data, error, refetch } = useQuery(organizationQuery(organizationId));
  return (
    <>
      <Head title={text.title} tells={text.tells} />
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading>{loading}</Loading>}
      {data && <OrganizationForm key={JSON.stringify(data)} organization={data} />}
      {/* A child organization cannot have children. */}
      {data?.parentOrganizationId === null && <Children />}
      <SharedHere />
      {environment === 'sandbox' && <ResetSandbox />}
    </>
  );
}
