import type { Part } from '../world/world.ts'
import { accountsOf, personNamed } from './login.ts'

/** Text made safe inside HTML, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A page of the sandbox: plain, light or dark as the machine is, usable in a frame and a popup. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark;--line:light-dark(#d5d9e0,#3b4048);--soft:light-dark(#f4f6f9,#22262c);--ink:light-dark(#1c2026,#e9ebee);--quiet:light-dark(#5b626d,#a6adb8);--act:light-dark(#1f5fd6,#6ea0ff)}
*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:light-dark(#fff,#181b20)}
main{max-width:520px;margin:0 auto;padding:24px 20px 40px}h1{font-size:20px;line-height:1.3;margin:0 0 4px}p{margin:0 0 16px;color:var(--quiet)}
.note{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:8px 12px;margin-bottom:20px;font-size:13px}
fieldset{min-width:0;border:1px solid var(--line);border-radius:10px;margin:0 0 16px;padding:12px 16px;overflow-wrap:anywhere}legend{font-weight:600;padding:0 6px}
label{display:block;margin:6px 0}label>span{display:block;font-size:13px;color:var(--quiet)}
input:not([type=radio]):not([type=checkbox]),select{width:100%;font:inherit;color:inherit;padding:8px 10px;border:1px solid var(--line);border-radius:8px;background:transparent}select option{color:#1c2026;background:#fff}
button{font:inherit;padding:10px 16px;border-radius:8px;border:1px solid var(--line);background:transparent;color:inherit;cursor:pointer;min-height:44px}
button.main{background:var(--act);border-color:var(--act);color:light-dark(#fff,#0d1b33);font-weight:600}.row{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:12px}
label:has([type=radio],[type=checkbox]){display:flex;gap:8px;align-items:baseline;min-height:32px}fieldset:not(:has([value=new]:checked)) .new{display:none}
details{margin-top:8px}summary{cursor:pointer;color:var(--quiet);padding:6px 0}:focus-visible{outline:2px solid var(--act);outline-offset:2px}
</style></head><body><main>${body}</main></body></html>`
}

const note =
  '<div class="note">Provider sandbox. This page stands in for the login at Meta; nothing leaves this machine.</div>'

/** The dialog's question as it was asked, carried through the form. */
export type Asked = {
  kind: 'oauth' | 'signup' | 'hosted'
  action: string
  clientId: string
  /** The Login for Business configuration; older ones than v4 no longer work. */
  configId: string
  appName: string
  redirectUri: string | null
  state: string
  scopes: string[]
  display: string
  origin: string
  responseType: string
  person: string
  coexistence: boolean
  onlyWaba: boolean
  /** What the app filled in for its customer, or was typed before the page was shown again. */
  businessName: string
  number: string
}

/**
 * A page that explains why the dialog stops; like Meta's, it does not return to an address that is not
 * allowed.
 */
export const errorPage = (title: string, sentence: string): string =>
  htmlPage(title, `${note}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`)

/** The page on which the person chooses what to share, or cancels. */
export function loginPage(world: Part<'accounts'>, asked: Asked): string {
  const person = personNamed(world, asked.person)
  const title =
    asked.kind === 'oauth'
      ? `Log in to ${asked.appName}`
      : `Connect your WhatsApp account to ${asked.appName}`
  return htmlPage(
    title,
    `${note}<h1>${escapeHtml(title)}</h1><p>Choose what ${escapeHtml(asked.appName)} may use.</p>
<form method="post" action="${escapeHtml(asked.action)}">${hidden(asked)}<button name="ending" value="continue" hidden></button>
<fieldset><legend>You</legend><label><span>Continue as</span><input name="person" value="${escapeHtml(person.name)}"></label><button name="ending" value="switch">Show this person’s accounts</button></fieldset>
<fieldset><legend>WhatsApp account</legend>${accountChoices(world, asked)}</fieldset>
<fieldset><legend>Permissions</legend>${asked.scopes.map((scope) => `<label><input type="checkbox" name="granted" value="${escapeHtml(scope)}" checked> ${escapeHtml(scope)}</label>`).join('')}</fieldset>
<div class="row"><button class="main" name="ending" value="continue">Continue</button><button name="ending" value="cancel">Cancel</button></div>
${failureChoices(asked)}</form>`,
  )
}

function hidden(asked: Asked): string {
  const fields: Record<string, string> = {
    kind: asked.kind,
    client_id: asked.clientId,
    config_id: asked.configId,
    ...(asked.redirectUri === null ? {} : { redirect_uri: asked.redirectUri }),
    state: asked.state,
    scope: asked.scopes.join(','),
    display: asked.display,
    origin: asked.origin,
    response_type: asked.responseType,
    only_waba: asked.onlyWaba ? '1' : '',
  }
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
}

function accountChoices(world: Part<'accounts'>, asked: Asked): string {
  const person = personNamed(world, asked.person)
  const accounts = accountsOf(world, person)
  // An account that an app uses already has an owner here: the next login starts with a new one.
  const free = accounts.find(({ waba }) => waba.subscriptions.length === 0)
  const rows = accounts.map(
    ({ waba, phones }) =>
      `<label><input type="radio" name="waba" value="${waba.id}"${waba === free?.waba ? ' checked' : ''}> ${escapeHtml(waba.name)} (${escapeHtml(phones.map(({ display }) => display).join(', ') || 'no number')})</label>`,
  )
  const states = [
    ['verified', 'verified, to be registered'],
    ['in_review', 'verified, display name in review'],
    ['unverified', 'not verified yet'],
    ['none', 'no number, only the account'],
  ] as const
  return `${rows.join('')}<label><input type="radio" name="waba" value="new"${free ? '' : ' checked'}> Create new</label><div class="new">
<label><span>Name of the new business</span><input name="business_name" value="${escapeHtml(asked.businessName)}" placeholder="${escapeHtml(`${person.name} Trading`)}"></label>
<label><span>Its phone number</span><input name="number" value="${escapeHtml(asked.number)}" placeholder="+1 212 555 0100" inputmode="tel"></label>
<label><span>State of the number</span><select name="number_state">${states.map(([value, label]) => `<option value="${value}"${asked.onlyWaba && value === 'none' ? ' selected' : ''}>${label}</option>`).join('')}</select></label>
<label><input type="checkbox" name="coexistence" value="1"${asked.coexistence ? ' checked' : ''}> Also used in the WhatsApp Business app</label></div>`
}

function failureChoices(asked: Asked): string {
  const buttons: [string, string][] = [
    ['expired', 'Continue with an expired code'],
    ['server_error', 'Fail with a server error'],
  ]
  if (asked.kind === 'signup') {
    buttons.push(
      ['report', 'Report a problem'],
      ['error', 'End with ERROR'],
      ['close', 'Close without a word'],
      ['code_first', 'Continue, code before message'],
      ['legacy', 'Continue with the older message'],
      ['outdated', 'End as an older configuration'],
    )
  }
  return `<details><summary>Or let something go wrong</summary><div class="row">${buttons.map(([value, label]) => `<button name="ending" value="${value}">${label}</button>`).join('')}</div></details>`
}

/**
 * The page after a choice in a popup or a frame: it posts `messages` to its opener, then opens `next` or
 * closes. The pauses let tests see either order.
 */
export function donePage(messages: unknown[], origin: string, next: string | null): string {
  const script = `const target=window.opener??(window.parent===window?null:window.parent);const messages=${jsonInScript(messages)};const next=${jsonInScript(next)};
for(const message of messages)target?.postMessage(message,${jsonInScript(origin || '*')});
setTimeout(()=>{if(next)location.replace(next);else window.close()},150)`
  return htmlPage('Done', `${note}<h1>Done</h1><p>You can close this window.</p><script>${script}</script>`)
}

/** The last page of a hosted signup: no window waits for it, so it stays, and shows the id of the account. */
export const hostedDonePage = (waba: { id: string; name: string }): string =>
  htmlPage(
    'Done',
    `${note}<h1>Done</h1><p>${escapeHtml(waba.name)} is connected. You can close this window.</p><p>WABA ID: <b>${waba.id}</b></p>`,
  )

const jsonInScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

/** The fake of Facebook's JavaScript SDK, with the calls that Embedded Signup uses. */
export const sdkScript = `(function(){
  var base=new URL(document.currentScript.src).origin, settings={version:'v25.0'}, open=null;
  window.FB={
    init:function(given){Object.assign(settings,given)},
    login:function(callback,options){
      options=options||{};
      var query=new URLSearchParams({client_id:settings.appId||'',display:'popup',origin:location.origin});
      for(var name in options){var value=options[name];query.set(name,typeof value==='object'?JSON.stringify(value):String(value))}
      var popup=window.open(base+'/'+settings.version+'/dialog/oauth?'+query,'sandbox-login-'+Date.now(),'width=620,height=760');
      if(open)open();
      var finished=false;
      function finish(answer){if(finished)return;finished=true;open=null;clearInterval(watch);removeEventListener('message',received);callback(answer)}
      function received(event){if(event.origin===base&&event.data&&event.data.sandboxLogin)finish(event.data.sandboxLogin)}
      addEventListener('message',received);
      var watch=setInterval(function(){if(!popup||popup.closed)setTimeout(function(){finish({authResponse:null,status:'unknown'})},200)},200);
      open=function(){finish({authResponse:null,status:'unknown'})};
    },
    getLoginStatus:function(callback){callback({authResponse:null,status:'unknown'})},
    logout:function(callback){if(callback)callback({authResponse:null,status:'unknown'})},
    AppEvents:{logPageView:function(){}},
    XFBML:{parse:function(){}}
  };
  if(typeof window.fbAsyncInit==='function')window.fbAsyncInit();
})();
`
