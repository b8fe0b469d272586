import { Icon } from '#web/components/icon.tsx'
import { PhoneFrame } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'
import { type Example, examples } from './examples.tsx'

type UseCase = { name: string; title: string; text: string; example: Example }

const useCases = (): readonly UseCase[] => [
  {
    name: t('landing.useCases.orders'),
    title: t('landing.useCases.ordersTitle'),
    text: t('landing.useCases.ordersText'),
    example: examples.orders,
  },
  {
    name: t('landing.useCases.reminders'),
    title: t('landing.useCases.remindersTitle'),
    text: t('landing.useCases.remindersText'),
    example: examples.reminders,
  },
  {
    name: t('landing.useCases.promotions'),
    title: t('landing.useCases.promotionsTitle'),
    text: t('landing.useCases.promotionsText'),
    example: examples.promotions,
  },
  {
    name: t('landing.useCases.leads'),
    title: t('landing.useCases.leadsTitle'),
    text: t('landing.useCases.leadsText'),
    example: examples.leads,
  },
]

const chosen = 1

/** Four use cases, rendered at build time; the script of the page (landing.ts) shows the chosen one. */
export function UseCases() {
  return (
    <div className="cases" id="use-cases">
      <div
        className="list"
        role="tablist"
        aria-label={t('landing.useCases.label')}
        aria-orientation="vertical"
      >
        {useCases().map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`use-case-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`use-case-panel-${index}`}
            tabIndex={index === chosen ? 0 : -1}
          >
            {name}
            <span className="flag" />
          </button>
        ))}
      </div>
      {useCases().map(({ name, title, text, example }, index) => (
        <div
          key={name}
          className="case-v"
          role="tabpanel"
          id={`use-case-panel-${index}`}
          aria-labelledby={`use-case-tab-${index}`}
          data-away={index === chosen ? undefined : true}
        >
          <div>
            <h3 className="h2 case-t">{title}</h3>
            <p className="t2 mt3">{text}</p>
            <p className="sm t3 mt4">{example.who}</p>
          </div>
          <PhoneFrame business={example.business} day={t('app.today')}>
            <div className="msg" lang={example.lang}>
              <div className="bd">
                <span>{example.message}</span>
              </div>
              <div className="ft">
                <span>{example.footer}</span>
                <span>{example.time}</span>
              </div>
              {example.buttons.map(([icon, text]) => (
                <div className="bt" key={text}>
                  <Icon of={icon} size="small" />
                  {text}
                </div>
              ))}
            </div>
          </PhoneFrame>
        </div>
      ))}
    </div>
  )
}
