import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FormLanguage } from '#contract/growth/optin-form.ts'
import { optins, type Poster } from '#contract/growth/optins.ts'
import { Paper, PosterBy } from '#contract/growth/poster.ts'
import { languageNames } from '#contract/messages/language.ts'
import { ScreenError } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { queryFor, sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { download } from '#web/net/transfer.ts'
import { useForm } from '../optins/optins.queries.ts'
import { PosterGarland } from './poster-garland.tsx'
import { PrintPage } from './print-page.tsx'

/** The poster of a form, for paper: scanning it opts in. */
export default function PosterPage() {
  const id = Number(useParams().id)
  const [search, setSearch] = useSearchChoice()
  const paper = Paper.catch('a4').parse(search.get('size'))
  const lang = FormLanguage.safeParse(search.get('lang')).data
  const by = PosterBy.catch('code').parse(search.get('by'))
  const form = useForm(id).data?.form
  const query = useQuery(queryFor(optins.poster, { params: { id }, query: { lang, by } }))
  const poster = query.data?.poster
  const save = useMutation({
    mutationFn: () =>
      download(optins.posterFile, `poster-${id}-${paper}.pdf`, {
        params: { id },
        query: { lang, by, size: paper },
      }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const choose = (change: Record<string, string>) =>
    setSearch({ size: paper, by, ...(lang && { lang }), ...change })
  return (
    <PrintPage
      title={t('growth.optins.posterOf', { name: form?.name ?? '' })}
      back={`/opt-ins/${id}`}
      paper={paper}
      tools={
        <>
          <NativeSelect
            aria-label={t('growth.optins.size')}
            value={paper}
            data={[
              { value: 'a4', label: 'A4' },
              { value: 'a6', label: 'A6' },
            ]}
            onChange={({ currentTarget }) => choose({ size: currentTarget.value })}
          />
          {form?.keyword ? (
            <NativeSelect
              aria-label={t('growth.optins.posterBy')}
              value={by}
              data={[
                { value: 'code', label: t('growth.optins.posterOwn') },
                {
                  value: 'keyword',
                  label: t('growth.optins.posterKeyword', { word: form.keyword.toUpperCase() }),
                },
              ]}
              onChange={({ currentTarget }) => choose({ by: currentTarget.value })}
            />
          ) : null}
          {form && form.content.texts.length > 1 && poster ? (
            <NativeSelect
              aria-label={t('growth.optins.language')}
              value={poster.language}
              data={form.content.texts.map(({ language }) => ({
                value: language,
                label: languageNames[language],
              }))}
              onChange={({ currentTarget }) => choose({ lang: currentTarget.value })}
            />
          ) : null}
          <Button
            kind="ink"
            busy={save.isPending && t('growth.optins.makingPdf')}
            onClick={() => save.mutate()}
          >
            {t('growth.optins.asPdf')}
          </Button>
        </>
      }
      hasFile
      isMissing={query.isError && !poster}
      note={by === 'keyword' && form?.keyword ? t('growth.optins.posterKeywordNote') : undefined}
    >
      {poster ? (
        <Sheet poster={poster} paper={paper} />
      ) : query.isError ? (
        <ScreenError
          thing="form"
          back={{ to: '/opt-ins', name: t('growth.optins.title') }}
          error={query.error}
          onRetry={() => query.refetch()}
        />
      ) : (
        <SkeletonLines label={t('growth.optins.loading')} />
      )}
    </PrintPage>
  )
}

function Sheet({ poster, paper }: { poster: Poster; paper: Paper }) {
  const { business, heading, text, consent, steps, without, address, language } = poster
  return (
    <article className="poster" data-paper={paper} lang={language}>
      <PosterGarland />
      <p className="poster-by">{business}</p>
      <h1 data-long={heading.length > 36 || undefined}>{heading}</h1>
      {text === '' ? null : (
        <p className="poster-text" data-long={text.length > 120 || undefined}>
          {text}
        </p>
      )}
      <PosterQr address={address} name={heading} />
      <ol>
        {steps.map(({ title, text: does }, at) => (
          <li key={title}>
            <b>
              {at + 1}. {title}
            </b>
            {does}
          </li>
        ))}
      </ol>
      <footer>
        <p>{consent}</p>
        <p>{without}</p>
      </footer>
    </article>
  )
}

function PosterQr({ address, name }: { address: string; name: string }) {
  const picture = useQuery({
    queryKey: ['qr', 'poster', address],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const qr = await import('qrcode')
      // A quiet zone of four modules: readers need it. A quarter of the code may be scratched.
      const svg = await qr.toString(address, { type: 'svg', margin: 4, errorCorrectionLevel: 'Q' })
      return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    },
  })
  return picture.data ? (
    <img className="poster-qr" src={picture.data} alt={t('growth.optins.qrAlt', { name })} />
  ) : (
    <div className="poster-qr" data-arriving />
  )
}
