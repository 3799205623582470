import { Button, Checkbox, FileInput, Group, Progress, Select, Stack, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { IMPORT_SOURCE_NAMES, IMPORT_SOURCES, type ImportSourceName } from '@care-atlas/domain/records';
import { upload } from '../api/call.js';
import { reload } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { ErrorAlert } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { TEXTS } from '../language/texts.js';

const { common, imports: strings } = TEXTS;

const NO_SETTINGS = {
  map: '',
  extractedAt: '',
  encoding: '',
  agency: '',
  list: '',
  complete: false,
  confirms: '',
};

const CONFIRMATIONS = ['', 'true', 'false'] as const;

/** Uploads a file, and opens its page. */
export function UploadPanel({ maxBytes }: { readonly maxBytes: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [source, setSource] = useState<ImportSourceName>('register');
  const [settings, set] = useState(NO_SETTINGS);
  const [share, setShare] = useState(0);
  const navigate = useNavigate();
  const { canBeComplete, mayConfirm, asksForAgency, hasLists, profiles } = IMPORT_SOURCES[source];
  const confirmsWith = (complete: boolean) => mayConfirm === 'any' || complete;
  const canConfirm = confirmsWith(settings.complete);
  const sending = useMutation({
    mutationFn: (chosen: File) => {
      const { complete, confirms, extractedAt, list, ...texts } = settings;
      const query = {
        ...texts,
        source,
        list: hasLists && list !== '' ? list : undefined,
        fileName: chosen.name,
        complete: complete && canBeComplete ? ('true' as const) : undefined,
        confirms: confirms === '' ? undefined : (confirms as 'true' | 'false'),
        extractedAt: extractedAt === '' ? '' : new Date(`${extractedAt}T00:00:00`).toISOString(),
      };
      setShare(0);
      return upload('uploadImport', chosen, setShare, { params: { id: crypto.randomUUID() }, query });
    },
    onSuccess: ({ id }) => {
      void reload('imports');
      void navigate(`/imports/${id}`);
    },
  });
  const text = (name: 'encoding' | 'agency' | 'list', label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      value={settings[name]}
      maxLength={200}
      onChange={({ currentTarget }) => set({ ...settings, [name]: currentTarget.value })}
    />
  );
  return (
    <Panel
      title={strings.upload}
      lead={fill(strings.uploadLead, { size: formatNumber(maxBytes / 1_000_000) })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!file);
          if (file) sending.mutate(file);
        }}
      >
        <Stack maw={640}>
          <FileInput
            label={strings.file}
            description={strings.fileHint}
            placeholder={strings.choose}
            required
            clearable
            clearButtonProps={{ 'aria-label': common.clear }}
            leftSection={<IconUpload size={18} aria-hidden />}
            value={file}
            onChange={setFile}
            error={isMissing && !file && common.required}
          />
          <Select
            label={strings.source}
            data={IMPORT_SOURCE_NAMES.map((value) => ({ value, label: strings.sources[value] }))}
            value={source}
            allowDeselect={false}
            onChange={(value) => {
              setSource(value as ImportSourceName);
              set(NO_SETTINGS);
            }}
          />
          {profiles.length > 0 && (
            <Select
              label={strings.map}
              description={strings.mapHint}
              data={[
                { value: '', label: strings.noMap },
                ...profiles.map((value) => ({ value, label: strings.maps[value] })),
              ]}
              value={settings.map}
              allowDeselect={false}
              onChange={(value) => set({ ...settings, map: value ?? '' })}
            />
          )}
          {canBeComplete && (
            <>
              <Checkbox
                label={strings.complete}
                checked={settings.complete}
                onChange={() => {
                  const complete = !settings.complete;
                  const isKept = confirmsWith(complete) || settings.confirms !== 'true';
                  const confirms = isKept ? settings.confirms : '';
                  set({ ...settings, complete, confirms });
                }}
              />
              <TextInput
                type="date"
                label={strings.extractedAt}
                description={strings.extractedAtHint}
                value={settings.extractedAt}
                onChange={({ currentTarget }) => set({ ...settings, extractedAt: currentTarget.value })}
              />
            </>
          )}
          {mayConfirm !== 'none' && (
            <Select
              label={strings.confirms}
              description={canConfirm ? strings.confirmsHint : strings.confirmsComplete}
              data={CONFIRMATIONS.map((value) => ({
                value,
                label: strings.confirmations[value || 'kept'],
                disabled: value === 'true' && !canConfirm,
              }))}
              value={settings.confirms}
              allowDeselect={false}
              onChange={(value) => set({ ...settings, confirms: value ?? '' })}
            />
          )}
          {hasLists && text('list', strings.listName, strings.listHint)}
          {asksForAgency && text('agency', strings.agency, strings.agencyHint)}
          {text('encoding', strings.encoding, strings.encodingHint)}
          <ErrorAlert error={sending.error} />
          {sending.isPending && <UploadProgress share={share} />}
          <Group>
            <Button type="submit" variant="filled" loading={sending.isPending}>
              {strings.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function UploadProgress({ share }: { readonly share: number }) {
  const label = fill(strings.uploading, { percent: Math.floor(share * 100) });
  return <Progress value={share * 100} aria-label={label} />;
}
