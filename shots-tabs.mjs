const tabs=['nameplates','notes','files','equipments','incident','service','periodicInspection','Map','hotels','history'];
export default async function(page,{shot,W}){
  const id=process.env.ID||'1';
  for(const t of tabs){
    await page.goto(`http://localhost:3471/machineEdit?id=${id}&activeTab=${t}`);
    await page.waitForLoadState('networkidle').catch(()=>{});
    if(W<600){ await page.evaluate(()=>{const e=document.querySelector('[role=tablist]');e&&e.scrollIntoView()}); }
    const over=await page.evaluate(()=>document.documentElement.scrollWidth-innerWidth);
    if(over>0) console.log('OVERFLOW',t,over);
    await shot((process.env.P||'')+t, true);
  }
}
