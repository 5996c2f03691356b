export default async function(page,{shot,W}){
  await page.goto('http://localhost:3471/machineList'); await page.waitForLoadState('networkidle');
  await page.getByRole('button',{name:/Filter/}).first().click(); await page.waitForTimeout(600);
  console.log(await page.evaluate(()=>[...document.querySelectorAll('.mantine-Input-input')].map(e=>[e.closest('.mantine-InputWrapper-root')?.querySelector('label')?.textContent, e.tagName, Math.round(e.getBoundingClientRect().height)])));
  const inputs=await page.evaluate(()=>[...document.querySelectorAll('.mantine-PillsInput-input input')].map(e=>{const p=e.closest('.mantine-PillsInput-input');const cs=getComputedStyle(p);return [e.getBoundingClientRect().height,cs.paddingTop,cs.paddingBottom,cs.minHeight,getComputedStyle(e.parentElement).gap]}));
  console.log(inputs);
  await shot('filter',false);
}
