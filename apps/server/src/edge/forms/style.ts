/** For the page of a form, in place of the style of pages with a button. */
export const fieldStyle =
  ':root{--danger:#b42318;--danger-fill:#fdeceb}@media(prefers-color-scheme:dark){:root{--danger:#ff9b90;--danger-fill:#3a1a17}}' +
  'form{margin-top:24px}.fields{display:grid;gap:20px 16px}@media(min-width:480px){.fields{grid-template-columns:1fr 1fr}.field:not(.half){grid-column:1/-1}}' +
  'label,legend{display:block;padding:0;margin-bottom:6px;font-size:15px;font-weight:600}.mark{color:var(--danger)}' +
  'input,select,textarea{width:100%;min-height:46px;padding:10px 14px;border:1px solid var(--edge);border-radius:10px;font:inherit;color:inherit;background:var(--card)}' +
  'textarea{min-height:112px;resize:vertical}::placeholder{color:var(--muted);opacity:1}:focus-visible{outline:2px solid var(--ink);outline-offset:2px}' +
  '[aria-invalid=true]{border-color:var(--danger)}.error{display:flex;gap:6px;margin-top:6px;font-size:14px;color:var(--danger)}.error:before{content:"!";flex:none;width:16px;height:16px;margin-top:3px;border:1px solid;border-radius:50%;font-size:11px;line-height:14px;text-align:center}' +
  '.help{margin-top:4px;font-size:14px;line-height:20px;color:var(--muted)}fieldset{margin:0;padding:0;border:0;min-width:0}' +
  '.marks{margin:0 0 16px}h2+.marks{margin-top:4px}select{appearance:none;padding-right:38px;background:linear-gradient(45deg,transparent 50%,var(--edge) 50%) calc(100% - 20px) 50%/6px 6px no-repeat,linear-gradient(135deg,var(--edge) 50%,transparent 50%) calc(100% - 14px) 50%/6px 6px no-repeat,var(--card)}' +
  '.choices{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:8px}' +
  '.choice,.box{display:flex;align-items:flex-start;gap:8px;margin:0;font-weight:400;cursor:pointer}.choice{min-height:46px;padding:10px 12px;overflow-wrap:break-word;border:1px solid var(--edge);border-radius:10px}' +
  '.choice:has(:checked){border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}.choice input,.box input{flex:none;width:18px;height:18px;min-height:0;margin:3px 0 0;padding:0;accent-color:var(--ink)}' +
  '.consent{padding:14px 16px;border:1px solid var(--line);border-radius:12px;background:var(--bg)}' +
  'button{width:100%;min-height:48px;padding:10px 16px;border:1px solid transparent;border-radius:10px;font:inherit;font-weight:600;cursor:pointer;color:var(--label);background:var(--accent)}' +
  '.send{margin-top:24px}.steps{display:flex;justify-content:space-between;align-items:center;margin-bottom:20px;font-size:14px;color:var(--muted)}' +
  '.steps button{width:auto;min-height:32px;padding:4px 8px 4px 0;font-weight:500;color:inherit;background:none}progress{appearance:none;width:100%;height:5px;margin:0 0 20px;border:0;border-radius:3px;overflow:hidden;background:var(--line)}progress::-webkit-progress-bar{background:var(--line)}progress::-webkit-progress-value{background:var(--accent)}progress::-moz-progress-bar{background:var(--accent)}' +
  '.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}' +
  '.alert{margin-top:20px;padding:12px 14px;border:1px solid var(--danger);border-radius:10px;color:var(--danger);background:var(--danger-fill)}' +
  '@media(prefers-color-scheme:dark){.send button{border-color:rgb(255 255 255/.28)}}@media(max-width:560px){h1:first-child{margin-top:32px}}';
