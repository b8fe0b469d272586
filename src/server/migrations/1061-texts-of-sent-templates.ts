import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Templates that the team or the bot sent in conversations are found by what they said, as free messages are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ unicode: boolean }>`
    select pg_encoding_to_char(encoding) = 'UTF8' as unicode from pg_database
    where datname = current_database()`.execute(db)
  // Elsewhere `normalize` is refused: those texts are found by their name alone, as before.
  if (!rows[0]?.unicode) return
  await sql`
    update conversation_sends s set search = to_tsvector('simple', ${searched(sql`t.text`)})
    from (
      select m.business_id, m.id, concat_ws(' ', c.template_name, (
          select string_agg(regexp_replace(part ->> 'text', '\\{\\{[^}]*\\}\\}', ' ', 'g'), ' ')
          from jsonb_array_elements(c.components) part
          where part ->> 'type' in ('BODY', 'FOOTER') or part ->> 'format' = 'TEXT'),
        array_to_string(m.variables, ' ')) as text
      from conversation_sends s
      join messages m on m.business_id = s.business_id and m.id = s.message_id
      join message_contents c on c.business_id = m.business_id and c.id = m.content_id
      where not c.fixed @> '{"chat": true}' and jsonb_typeof(c.components) = 'array') t
    where s.business_id = t.business_id and s.message_id = t.id`.execute(db)
}

/** As the product stores texts for searches: small letters without accents, ASCII signs and invisible characters. */
const searched = (text: RawBuilder<unknown>): RawBuilder<string> => sql`left(lower(regexp_replace(normalize(
  regexp_replace(normalize(${text}, NFKD),
    '[\\u0300-\\u036f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff]', '', 'g'),
  NFC), '[!-/:-@[-\\u0060{-~]+', ' ', 'g')), 10000)`
