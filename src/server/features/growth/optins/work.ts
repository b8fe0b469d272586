import { createHash } from 'node:crypto'
import { findWork, workBits } from '#contract/growth/work.ts'

/** The signature of a page's mark: nobody can choose it, and it is of this page alone. */
const challengeOf = (page: string): string => page.slice(page.lastIndexOf('.') + 1)

/** Whether a page's work was done: one hash here, some hundred thousand for the one who did it. */
export function isWorkDone(page: string, work: string): boolean {
  if (!/^\d{1,9}$/.test(work)) return false
  const hash = createHash('sha256')
    .update(`${challengeOf(page)}:${Number(work)}`)
    .digest()
  return hash.readUInt32BE() >>> (32 - workBits) === 0
}

/** In a page while a form is flooded: works while the person types, and holds the form back until it is done. */
export const workScript = `(()=>{const find=${findWork.toString()};
const form=document.forms[0],{page,work}=form,challenge=page.value.split('.').pop();let at=0,waits=false;
const go=()=>{const found=find(challenge,${workBits},at,4e3);at+=4e3;if(found<0)return setTimeout(go);work.value=found;if(waits)form.submit()};
form.addEventListener('submit',(event)=>{if(work.value==='')event.preventDefault(),waits=true});go()})()`

export const workScriptHash = createHash('sha256').update(workScript).digest('base64')
