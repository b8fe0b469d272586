import { escapeHtml, htmlPage } from '../login/login-pages.ts'
import type { Part } from '../world/world.ts'

const style = `<style>main{max-width:420px}#chat{border:1px solid var(--line);border-radius:12px;padding:12px;height:55vh;overflow-y:auto;display:flex;flex-direction:column;gap:8px;background:var(--soft)}
#chat>div{max-width:85%;border:1px solid var(--line);border-radius:10px;padding:6px 10px;background:light-dark(#fff,#181b20);overflow-wrap:anywhere;white-space:pre-wrap}
#chat>.person{align-self:flex-end;background:light-dark(#dce8ff,#21365e)}#chat img{display:block;max-width:100%;border-radius:6px}#chat small{display:block;color:var(--quiet)}
#chat button{display:block;width:100%;margin-top:6px}#chat .row button{width:auto;min-height:32px;padding:2px 10px}form.say{display:flex;gap:8px;margin-top:12px}form.say input{flex:1}.row{margin-top:8px}</style>`

/** All that comes from messages goes in as text, never as HTML. */
const script = `
const at = (id) => document.getElementById(id)
let shown = ''
const who = () => ({ phone: at('phone').value, from: at('from').value })
async function act(action) {
  const answer = await fetch('/customer/chat', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...who(), ...action }) })
  at('problem').textContent = answer.ok ? '' : (await answer.json()).message
  await show()
  return answer.ok
}
function add(parent, tag, text, name) {
  const one = document.createElement(tag)
  if (text) one.textContent = text
  if (name) one.className = name
  parent.append(one)
  return one
}
function bubble(line) {
  const one = add(at('chat'), 'div', '', line.from)
  if (line.context && line.type === 'reaction') add(one, 'small', 'Reaction')
  if (line.header) add(one, 'b', line.header)
  if (line.media) {
    const src = line.media.id ? '/customer/media/' + encodeURIComponent(line.media.id) : line.media.link
    if (['image', 'sticker', 'template'].includes(line.type) && line.media.id) {
      const picture = add(one, 'img')
      picture.alt = line.type
      picture.src = src
    } else {
      const link = add(one, 'a', 'File: ' + line.type)
      if (/^(https?:|\\/)/.test(src || '')) link.href = src
    }
  }
  add(one, 'span', line.text || (line.media || line.header ? '' : line.type))
  if (line.footer) add(one, 'small', line.footer)
  add(one, 'small', new Date(line.at).toLocaleTimeString() + (line.status ? ' ' + line.status : ''))
  for (const button of line.buttons) {
    const press = add(one, 'button', button.title)
    press.disabled = button.kind === 'link'
    press.onclick = () => act({ button: { message_id: line.id, id: button.id, title: button.title } })
  }
  if (line.from === 'business' && line.type !== 'reaction') {
    const row = add(one, 'div', '', 'row')
    for (const emoji of ['👍', '❤️']) {
      const react = add(row, 'button', emoji)
      react.setAttribute('aria-label', 'React with ' + emoji)
      react.onclick = () => act({ reaction: { message_id: line.id, emoji } })
    }
  }
}
async function show() {
  const answer = await fetch('/customer/chat?' + new URLSearchParams(who()))
  if (!answer.ok) return
  const { lines } = await answer.json()
  const text = JSON.stringify([who(), lines])
  if (text === shown) return
  shown = text
  at('chat').replaceChildren()
  for (const line of lines) bubble(line)
  at('chat').scrollTop = at('chat').scrollHeight
}
at('say').onsubmit = async (event) => {
  event.preventDefault()
  if (await act({ text: at('text').value })) at('text').value = ''
}
at('place').onclick = () => act({ location: { latitude: 18.5204, longitude: 73.8567, name: 'Pune' } })
at('picture').onchange = async () => {
  const [file] = at('picture').files
  if (!file) return
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  await act({ file: { mime: file.type, data: btoa(text), name: file.name } })
  at('picture').value = ''
}
at('phone').onchange = at('from').onchange = show
show()
setInterval(show, 1000)
`

/** A phone in the browser: the person at this machine is the customer. */
export function customerPage(world: Part<'accounts'>): string {
  const numbers = [...world.accounts.phones.values()]
    .filter(({ registered }) => registered)
    .map(({ id, display, verifiedName }) => {
      return `<option value="${escapeHtml(id)}">${escapeHtml(`${verifiedName} (${display})`)}</option>`
    })
  return htmlPage(
    'Be the customer',
    `${style}<h1>Be the customer</h1><p>Chat with the product as one of its customers. Nothing leaves this machine.</p>
<div class="row"><label><span>The business</span><select id="phone">${numbers.join('')}</select></label>
<label><span>Your number</span><input id="from" inputmode="tel" value="919812345678"></label></div>
<div id="chat" role="log" aria-label="Chat" tabindex="0"></div>
<form class="say" id="say"><input id="text" aria-label="Message" autocomplete="off"><button class="main">Send</button></form>
<div class="row"><button id="place" type="button">Send a place</button><label><span>Send a file</span><input id="picture" type="file"></label></div>
<p id="problem" role="alert"></p><script>${script}</script>`,
  )
}
